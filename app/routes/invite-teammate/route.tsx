import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { keepAfterFailure } from '#app/components/form/keep-after-failure.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { nextStepOf } from '#app/domain/access/viewer.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { readForm, rejectForm, rejectWithError } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { inviteTeammates, skipInvitations } from '#app/use-cases/onboarding/invite-teammates.ts';
import { InviteForm } from './invite-form.tsx';

export const meta: MetaFunction = () => [{ title: t('invite.pageTitle') }];

const openSteps = ['invite', 'launch', null] as const;

/** A step of the setup, and later the page to invite more teammates. */
export const loader = page(member('member:invite', openSteps), async ({ viewer }) => {
  return json({ isSetUp: nextStepOf(viewer) === null });
});

export const action = formAction(
  member('member:invite', openSteps),
  async ({ request, context, viewer }) => {
    const next = nextStepOf(viewer) === null ? paths.accountMembers : paths.launching;
    const form = await readForm(request);
    if (form.intent === 'skip') {
      await skipInvitations(context.services, viewer);
      return redirect(next);
    }
    const submission = form.parse(portalForms.invitations);
    // Adding and removing a row, when no script did it in the browser.
    if (submission.status === undefined) return json(submission.reply());
    if (submission.status !== 'success') return rejectForm(submission);
    try {
      await inviteTeammates(context.services, viewer, submission.value.invitations, context.client);
    } catch (error) {
      return rejectWithError(submission, error);
    }
    return redirectWithNotice(context, next, 'teammates-invited');
  },
  'invitations_not_saved',
);

export const shouldRevalidate = keepAfterFailure;

export default function InviteTeammate() {
  const { viewer } = useFrame();
  const { isSetUp } = useLoaderData<typeof loader>();
  const form = <InviteForm isSetUp={isSetUp} lastResult={useActionData<SubmissionResult>()} />;
  return isSetUp ? (
    <DefaultLayout viewer={viewer} flash={<PageFlash />}>
      {form}
    </DefaultLayout>
  ) : (
    <PublicLayout flash={<PageFlash />}>{form}</PublicLayout>
  );
}
