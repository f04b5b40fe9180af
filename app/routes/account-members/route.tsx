import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { type SetCookie, signOutCookies } from '#app/http/cookies.ts';
import { runAction, runRowAction } from '#app/http/form-actions.ts';
import { pageWithRead } from '#app/http/handlers.ts';
import { handleButton, intentAction } from '#app/http/intent-action.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { resendInvitation, revokeInvitation } from '#app/use-cases/members/manage-invitations.ts';
import { changeRole, removeMember } from '#app/use-cases/members/manage-members.ts';
import { requireFactorOfAll } from '#app/use-cases/second-factor/manage-factors.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';

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

const here = paths.accountMembers;

export const action = intentAction(member('member:manage'), {
  'change-role': (form, context, actor) => {
    const change = form.values(portalForms.changeRole);
    // People who step down can no longer open this page.
    const path = change.userId === actor.viewer.user.id ? paths.account : here;
    return runAction(async () => {
      const isChanged = await changeRole(context.services, actor, change);
      return redirectWithNotice(context, path, isChanged ? 'role-changed' : 'role-unchanged');
    });
  },
  'remove-member': async (form, context, actor) => {
    const { userId } = form.values(portalForms.removeMember);
    const answer = await runRowAction(context, here, 'member-removed', () =>
      removeMember(context.services, actor, userId),
    );
    // People who remove themselves are signed out.
    if (userId !== actor.viewer.user.id || answer.status !== 302) return answer;
    const headers = signOutCookies(context.portal).map((cookie): SetCookie => ['Set-Cookie', cookie]);
    return redirect(paths.login, { headers });
  },
  'require-second-factor': handleButton(here, 'second-factor-required', (services, actor) =>
    requireFactorOfAll(services, actor, true),
  ),
  'make-second-factor-optional': handleButton(here, 'second-factor-optional', (services, actor) =>
    requireFactorOfAll(services, actor, false),
  ),
  'resend-invitation': handleButton(here, 'invitation-resent', resendInvitation, portalForms.invitation),
  'revoke-invitation': handleButton(here, 'invitation-revoked', revokeInvitation, portalForms.invitation),
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

/** Shows whether every member needs a second factor, with the owner's button to change it. */
function RequireFactorCard({ isRequired }: { isRequired: boolean }) {
  return (
    <Card title={t('requireFactor.title')}>
      <p className="text-muted">{t(isRequired ? 'requireFactor.on' : 'requireFactor.off')}</p>
      {isRequired ? (
        <PostForm action={here}>
          <SubmitButton name="intent" value="make-second-factor-optional" variant="secondary">
            {t('requireFactor.turnOff')}
          </SubmitButton>
        </PostForm>
      ) : (
        <ConfirmedForm
          action={here}
          intent="require-second-factor"
          summary={t('requireFactor.turnOn')}
          question={t('requireFactor.confirm')}
          submit={t('requireFactor.confirmSubmit')}
          variant="primary"
        />
      )}
    </Card>
  );
}
