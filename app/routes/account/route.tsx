import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { changeEmailSchema, changePasswordSchema } from '#app/domain/account/forms.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { actOnRow, type RowRefusal } from '#app/http/act-on-rows.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { endOtherSessions, endSession, switchAccount } from '#app/use-cases/session/manage-sessions.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { changeEmailByForm, changePasswordByForm } from './dialog-forms.ts';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { WorkspacesCard } from './workspaces-card.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('accountPage.pageTitle') }];

/** Who one is, the two dialogs of spec §2, and every session that is open. */
export const loader = page(member('profile:manage', onceConfirmed), async ({ request, context, viewer }) => {
  const { services } = context;
  const dialog = new URL(request.url).searchParams.get('dialog');
  const { name, email, username } = viewer.user;
  return json({
    profile: { name, email, username },
    accountId: viewer.account.id,
    ...(await services.sessions.overview(viewer, services.clock.now())),
    dialog:
      dialog === 'email'
        ? { kind: 'email' as const, constraint: htmlConstraints(changeEmailSchema) }
        : dialog === 'password'
          ? { kind: 'password' as const, constraint: htmlConstraints(changePasswordSchema) }
          : null,
  });
});

export const action = page(member('profile:manage', onceConfirmed), async ({ request, context, viewer }) => {
  const form = await readForm(request);
  const { services, client } = context;
  switch (form.intent) {
    case 'change-email':
      return changeEmailByForm(form, context, viewer);
    case 'change-password':
      return changePasswordByForm(form, context, viewer);
    case 'end-session': {
      const { sessionId } = form.values(portalForms.endSession);
      return actOnRow(context, paths.account, 'session-ended', () =>
        endSession(services, viewer, sessionId, client),
      );
    }
    case 'end-other-sessions':
      return actOnRow(context, paths.account, 'other-sessions-ended', () =>
        endOtherSessions(services, viewer, client),
      );
    case 'switch-account': {
      const { accountId } = form.values(portalForms.switchAccount);
      return actOnRow(context, paths.account, 'account-switched', () =>
        switchAccount(services, viewer, accountId, client),
      );
    }
    default:
      throw new AppError('malformed_body');
  }
});

export default function Account() {
  const { t } = useTranslation();
  const { profile, accountId, sessions, memberships, dialog } = useLoaderData<typeof loader>();
  const answer = useActionData<SubmissionResult | RowRefusal>();
  const refusal = answer && 'failure' in answer ? answer.failure : null;
  const lastResult = answer && !('failure' in answer) ? answer : undefined;
  return (
    <AccountLayout screen="profile" flash={<PageFlash />}>
      {refusal && <Notice tone="danger">{t(`errors.${refusal}`)}</Notice>}
      <ProfileCard {...profile} />
      <WorkspacesCard memberships={memberships} currentAccountId={accountId} />
      <SessionsCard sessions={sessions} />
      {dialog?.kind === 'email' && (
        <ChangeEmailDialog email={profile.email} constraint={dialog.constraint} lastResult={lastResult} />
      )}
      {dialog?.kind === 'password' && (
        <ChangePasswordDialog constraint={dialog.constraint} lastResult={lastResult} />
      )}
    </AccountLayout>
  );
}
