import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { changeEmailSchema, changeNameSchema, changePasswordSchema } from '#app/domain/account/forms.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { runRowAction } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, pageWithRead } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { urlOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { endOtherSessions, endSession, switchAccount } from '#app/use-cases/session/manage-sessions.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangeNameDialog } from './change-name-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { changeEmailByForm, changeNameByForm, changePasswordByForm } from './dialog-forms.ts';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { WorkspacesCard } from './workspaces-card.tsx';

const DIALOGS = { name: changeNameSchema, email: changeEmailSchema, password: changePasswordSchema };
type DialogKind = keyof typeof DIALOGS;
const openDialog = (kind: DialogKind) => ({ kind, constraint: htmlConstraints(DIALOGS[kind]) });

export const meta: MetaFunction = () => [{ title: t('accountPage.pageTitle') }];

/** Open without the second factor that this account requires, so that people can reach their other accounts. */
const admitted = member('profile:manage', onceConfirmed, 'factor-owed-too');

/** The person's profile with its dialogs (spec §2; the name is ours), and their open sessions. */
export const loader = pageWithRead(
  admitted,
  ({ context: { services }, ids }) => services.sessions.overview(ids, services.clock.now()),
  async ({ request, viewer, found }) => {
    const dialog = urlOf(request).searchParams.get('dialog');
    const { name, email, username } = viewer.user;
    const sessions = found.sessions.map((session) => ({
      ...session,
      isCurrent: session.id === viewer.session.id,
    }));
    return json({
      profile: { name, email, username },
      accountId: viewer.account.id,
      sessions,
      memberships: found.memberships,
      dialog: dialog !== null && Object.hasOwn(DIALOGS, dialog) ? openDialog(dialog as DialogKind) : null,
    });
  },
);

export const action = formAction(admitted, async ({ request, context, actor }) => {
  const form = await readForm(request);
  const { services } = context;
  switch (form.intent) {
    case 'change-name':
      return changeNameByForm(form, context, actor);
    case 'change-email':
      return changeEmailByForm(form, context, actor);
    case 'change-password':
      return changePasswordByForm(form, context, actor);
    case 'end-session': {
      const { sessionId } = form.values(portalForms.endSession);
      return runRowAction(context, paths.account, 'session-ended', () =>
        endSession(services, actor, sessionId),
      );
    }
    case 'end-other-sessions':
      return runRowAction(context, paths.account, 'other-sessions-ended', () =>
        endOtherSessions(services, actor),
      );
    case 'switch-account': {
      const { accountId } = form.values(portalForms.switchAccount);
      return runRowAction(context, paths.account, 'account-switched', () =>
        switchAccount(services, actor, accountId),
      );
    }
    default:
      throw new AppError('malformed_body');
  }
});

export default function Account() {
  const { profile, accountId, sessions, memberships, dialog } = useLoaderData<typeof loader>();
  const { failure, lastResult } = useFormAnswer({
    formIntents: ['change-name', 'change-email', 'change-password'],
  });
  return (
    <AccountLayout screen="profile">
      <FailureNotice sentence={failure} />
      <ProfileCard {...profile} />
      <WorkspacesCard memberships={memberships} currentAccountId={accountId} />
      <SessionsCard sessions={sessions} />
      {dialog?.kind === 'name' && (
        <ChangeNameDialog name={profile.name} constraint={dialog.constraint} lastResult={lastResult} />
      )}
      {dialog?.kind === 'email' && (
        <ChangeEmailDialog email={profile.email} constraint={dialog.constraint} lastResult={lastResult} />
      )}
      {dialog?.kind === 'password' && (
        <ChangePasswordDialog email={profile.email} constraint={dialog.constraint} lastResult={lastResult} />
      )}
    </AccountLayout>
  );
}
