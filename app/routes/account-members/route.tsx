import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { runRowAction } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, pageWithRead } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { t } from '#app/i18n/t.ts';
import { resendInvitation, revokeInvitation } from '#app/use-cases/members/manage-invitations.ts';
import { changeRole, removeMember } from '#app/use-cases/members/manage-members.ts';
import { requireFactorOfAll } from '#app/use-cases/second-factor/manage-factors.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';
import { RequireFactorCard } from './require-factor-card.tsx';

export const meta: MetaFunction = () => [{ title: t('members.pageTitle') }];

/** The account's members and pending invitations. */
export const loader = pageWithRead(
  member('member:manage'),
  ({ context, ids }) => context.services.members.list(ids),
  async ({ context, viewer, found }) =>
    json({
      ...found,
      viewerId: viewer.user.id,
      requiresSecondFactor: viewer.account.requiresSecondFactor,
      now: context.services.clock.now(),
    }),
);

export const action = formAction(member('member:manage'), async ({ request, context, viewer, actor }) => {
  const form = await readForm(request);
  const { services } = context;
  const here = paths.accountMembers;
  switch (form.intent) {
    case 'change-role': {
      const change = form.values(portalForms.changeRole);
      // People who step down can no longer open this page.
      const path = change.userId === viewer.user.id ? paths.account : here;
      return runRowAction(context, path, 'role-changed', () => changeRole(services, actor, change));
    }
    case 'remove-member': {
      const { userId } = form.values(portalForms.removeMember);
      const answer = await runRowAction(context, here, 'member-removed', () =>
        removeMember(services, actor, userId),
      );
      // People who remove themselves are signed out.
      if (userId !== viewer.user.id || answer.status !== 302) return answer;
      const cookie = sessionCookie.clear(context.portal.isSecure);
      return redirect(paths.login, { headers: { 'Set-Cookie': cookie } });
    }
    case 'require-second-factor':
      return runRowAction(context, here, 'second-factor-required', () =>
        requireFactorOfAll(services, actor, true),
      );
    case 'make-second-factor-optional':
      return runRowAction(context, here, 'second-factor-optional', () =>
        requireFactorOfAll(services, actor, false),
      );
    case 'resend-invitation': {
      const { invitationId } = form.values(portalForms.invitation);
      return runRowAction(context, here, 'invitation-resent', () =>
        resendInvitation(services, actor, invitationId),
      );
    }
    case 'revoke-invitation': {
      const { invitationId } = form.values(portalForms.invitation);
      return runRowAction(context, here, 'invitation-revoked', () =>
        revokeInvitation(services, actor, invitationId),
      );
    }
    default:
      throw new AppError('malformed_body');
  }
});

export default function AccountMembers() {
  const { members, invitations, viewerId, requiresSecondFactor, now } = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  return (
    <AccountLayout screen="members">
      <MembersCard members={members} viewerId={viewerId} failure={failure} />
      <RequireFactorCard isRequired={requiresSecondFactor} />
      <InvitationsCard invitations={invitations} now={now} />
    </AccountLayout>
  );
}
