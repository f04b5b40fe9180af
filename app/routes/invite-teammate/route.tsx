import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptInput } from '#app/components/form/form-answer.tsx';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { nextStepOf } from '#app/domain/access/viewer.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
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
  async ({ request, context, viewer, actor }) => {
    const next = nextStepOf(viewer) === null ? paths.accountMembers : paths.launching;
    const form = await readForm(request);
    if (form.intent === 'skip') {
      await skipInvitations(context.services, viewer);
      return redirect(next);
    }
    const submission = form.parse(portalForms.invitations);
    // Adding and removing a row, when no script did it in the browser.
    if (submission.status === undefined) return json(submission.reply());
    return submitForm(submission, async ({ invitations }) => {
      const count = await inviteTeammates(context.services, actor, invitations);
      return redirectWithNotice(context, next, count > 0 ? 'teammates-invited' : 'nobody-invited');
    });
  },
  'invitations_not_saved',
);

export default function InviteTeammate() {
  const { isSetUp } = useLoaderData<typeof loader>();
  const kept = useKeptInput();
  const lastResult = useActionData<SubmissionResult>() ?? kept;
  const Layout = isSetUp ? DefaultLayout : PublicLayout;
  return (
    <Layout>
      <InviteForm isSetUp={isSetUp} lastResult={lastResult} />
    </Layout>
  );
}
