import { RowForm } from '#app/components/account/row-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { PendingInvitation } from '#app/domain/access/member.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface InvitationsCardProps {
  invitations: readonly PendingInvitation[];
  now: number;
}

/** Invitations without an answer. Sending one again restarts its lifetime. */
export function InvitationsCard({ invitations, now }: InvitationsCardProps) {
  return (
    <Card
      title={t('members.invitations.title')}
      footer={
        <ButtonLink to={paths.inviteTeammate} icon="plus">
          {t('members.invitations.invite')}
        </ButtonLink>
      }
    >
      {invitations.length === 0 ? (
        <p className="text-muted">{t('members.invitations.empty')}</p>
      ) : (
        <ul className="rows">
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Invitation({ invitation, now }: { invitation: PendingInvitation; now: number }) {
  const { id, email, role, sentAt, expiresAt } = invitation;
  const target = { name: 'invitationId', value: id };
  return (
    <Row
      title={email}
      facts={
        <JoinedFacts>
          {t(`roles.${role}`)}
          <TimeText i18nKey="members.invitations.sent" at={sentAt} format="dateTime" />
          {expiresAt > now && (
            <TimeText i18nKey="members.invitations.expires" at={expiresAt} format="dateTime" />
          )}
        </JoinedFacts>
      }
    >
      {expiresAt <= now && <StatusBadge tone="pending">{t('members.invitations.expired')}</StatusBadge>}
      <div className="cluster">
        <RowForm
          action={paths.accountMembers}
          intent="resend-invitation"
          target={target}
          submit={t('members.invitations.resend')}
          aria-label={t('members.invitations.resendOf', { email })}
        />
        <RowForm
          action={paths.accountMembers}
          intent="revoke-invitation"
          target={target}
          submit={t('members.invitations.revoke')}
          variant="quiet"
          aria-label={t('members.invitations.revokeOf', { email })}
        />
      </div>
    </Row>
  );
}
