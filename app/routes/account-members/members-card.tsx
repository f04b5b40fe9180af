import { Trans, useTranslation } from 'react-i18next';
import { RowForm } from '#app/components/account/row-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icons.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { isLastOwner, type Member } from '#app/domain/access/member.ts';
import { roles } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { paths } from '#app/http/paths.ts';

export interface MembersCardProps {
  members: readonly Member[];
  viewerId: string;
  /** Why the last change was refused. */
  failure?: ErrorCode | undefined;
}

/** Who belongs to the account and as what. The last owner can neither go nor become something else. */
export function MembersCard({ members, viewerId, failure }: MembersCardProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('members.title')}>
      {failure && <Notice tone="danger">{t(`errors.${failure}`)}</Notice>}
      <ul className="rows">
        {members.map((member) => (
          <li key={member.userId} className="rows__entry">
            <Person member={member} isViewer={member.userId === viewerId} />
            {isLastOwner(members, member.userId) ? (
              <p className="text-muted text-sm">{t('members.lastOwner')}</p>
            ) : (
              <>
                {/* Anew for each role, so that the list shows what was saved and not what was once chosen. */}
                <RoleForm key={member.role} member={member} />
                <RemoveForm member={member} isViewer={member.userId === viewerId} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PersonProps {
  member: Member;
  isViewer: boolean;
}

function Person({ member, isViewer }: PersonProps) {
  const { t } = useTranslation();
  return (
    <div className="rows__words">
      <p className="cluster">
        <strong>{member.name}</strong>
        {isViewer && <StatusBadge tone="neutral">{t('members.you')}</StatusBadge>}
        <StatusBadge tone={member.hasSecondFactor ? 'success' : 'neutral'}>
          {t(member.hasSecondFactor ? 'requireFactor.has' : 'requireFactor.hasNone')}
        </StatusBadge>
      </p>
      <p className="text-sm">{member.email}</p>
      <p className="text-muted text-sm">
        <Trans
          i18nKey="members.joined"
          components={{ time: <LocalTime at={member.joinedAt} format="date" /> }}
        />
      </p>
    </div>
  );
}

function RoleForm({ member: { userId, name, role } }: { member: Member }) {
  const { t } = useTranslation();
  return (
    <RowForm
      action={paths.accountMembers}
      intent="change-role"
      target={{ name: 'userId', value: userId }}
      submit={t('members.save')}
      aria-label={t('members.saveOf', { name })}
    >
      <div className="input-box input-box--select">
        <select
          className="input-box__input"
          name="role"
          defaultValue={role}
          aria-label={t('members.role', { name })}
        >
          {roles.map((value) => (
            <option key={value} value={value}>
              {t(`roles.${value}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </RowForm>
  );
}

/** In two steps, since it cannot be undone without an invitation. A `details` needs no script. */
function RemoveForm({ member: { userId, name }, isViewer }: PersonProps) {
  const { t } = useTranslation();
  return (
    <details className="confirm">
      <summary
        className="button button--quiet"
        aria-label={isViewer ? undefined : t('members.removeOf', { name })}
      >
        {t(isViewer ? 'members.leave' : 'members.remove')}
      </summary>
      <RowForm
        action={paths.accountMembers}
        intent="remove-member"
        target={{ name: 'userId', value: userId }}
        submit={t(isViewer ? 'members.leaveSubmit' : 'members.removeSubmit')}
        variant="danger"
        className="confirm__step cluster"
      >
        <p>{isViewer ? t('members.leaveConfirm') : t('members.removeConfirm', { name })}</p>
      </RowForm>
    </details>
  );
}
