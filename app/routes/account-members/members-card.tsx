import { RowForm } from '#app/components/account/row-form.tsx';
import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { FailureNotice, useKeptInput } from '#app/components/form/form-answer.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { Options, SelectBox } from '#app/components/ui/select-box.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { isLastOwner, type Member } from '#app/domain/access/member.ts';
import { roles } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface MembersCardProps {
  members: readonly Member[];
  viewerId: string;
  /** Error code of the last change; null when it succeeded. */
  failure: string | null;
}

/** The account's members with their roles. The last owner can neither leave nor change role. */
export function MembersCard({ members, viewerId, failure }: MembersCardProps) {
  return (
    <Card title={t('members.title')}>
      <FailureNotice sentence={failure} />
      <ul className="rows">
        {members.map((member) => {
          const isViewer = member.userId === viewerId;
          return (
            <Row
              key={member.userId}
              title={member.name}
              badge={
                <>
                  {isViewer && <StatusBadge tone="plain">{t('members.you')}</StatusBadge>}
                  <StatusBadge tone={member.hasSecondFactor ? 'success' : 'neutral'}>
                    {t(member.hasSecondFactor ? 'requireFactor.has' : 'requireFactor.hasNone')}
                  </StatusBadge>
                </>
              }
              facts={
                <>
                  {member.email}
                  <br />
                  <TimeText i18nKey="members.joined" at={member.joinedAt} format="date" />
                </>
              }
            >
              {isLastOwner(members, member.userId) ? (
                <p className="text-muted text-sm">{t('members.lastOwner')}</p>
              ) : (
                <>
                  {/* Keyed by role: after a change the list shows the saved role, not an earlier choice. */}
                  <RoleForm key={member.role} member={member} />
                  <RemoveForm member={member} isViewer={isViewer} />
                </>
              )}
            </Row>
          );
        })}
      </ul>
    </Card>
  );
}

function RoleForm({ member: { userId, name, role } }: { member: Member }) {
  const kept = useKeptInput(['change-role'])?.initialValue;
  const chosen = kept?.userId === userId ? (kept.role as string) : role;
  return (
    <RowForm
      action={paths.accountMembers}
      intent="change-role"
      target={{ name: 'userId', value: userId }}
      submit={t('members.save')}
      aria-label={t('members.saveOf', { name })}
    >
      <SelectBox name="role" defaultValue={chosen} aria-label={t('members.role', { name })}>
        <Options values={roles} labelOf={(value) => t(`roles.${value}`)} />
      </SelectBox>
    </RowForm>
  );
}

/** Asks first, since only an invitation brings a member back. */
function RemoveForm({ member: { userId, name }, isViewer }: { member: Member; isViewer: boolean }) {
  return (
    <ConfirmedForm
      action={paths.accountMembers}
      intent="remove-member"
      target={{ name: 'userId', value: userId }}
      summary={t(isViewer ? 'members.leave' : 'members.remove')}
      summaryLabel={isViewer ? undefined : t('members.removeOf', { name })}
      question={isViewer ? t('members.leaveConfirm') : t('members.removeConfirm', { name })}
      submit={t(isViewer ? 'members.leaveSubmit' : 'members.removeSubmit')}
    />
  );
}
