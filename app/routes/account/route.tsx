import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { changeEmailSchema, changeNameSchema, changePasswordSchema } from '#app/domain/account/forms.ts';
import { paths } from '#app/domain/paths.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { pageWithRead } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { handleButton, handleFields, intentAction } from '#app/http/intent-action.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { urlOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changeName } from '#app/use-cases/session/change-name.ts';
import { endOtherSessions, endSession, switchAccount } from '#app/use-cases/session/manage-sessions.ts';
import { ProfileCard, SessionsCard, WorkspacesCard } from './cards.tsx';
import { changePasswordByForm } from './change-password.ts';
import { ChangeEmailDialog, ChangeNameDialog, ChangePasswordDialog } from './dialogs.tsx';

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

const here = paths.account;

export const action = intentAction(admitted, {
  'change-name': handleFields(here, 'name-changed', changeName, portalForms.changeName),
  'change-email': handleFields(here, 'email-change-sent', requestEmailChange, portalForms.changeEmail),
  'change-password': changePasswordByForm,
  'end-session': handleButton(here, 'session-ended', endSession, portalForms.endSession),
  'end-other-sessions': handleButton(here, 'other-sessions-ended', endOtherSessions),
  'switch-account': handleButton(here, 'account-switched', switchAccount, portalForms.switchAccount),
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
