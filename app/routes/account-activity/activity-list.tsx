import { useDeviceText, whereText } from '#app/components/account/device-text.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { AuditEvent, AuditKind } from '#app/domain/access/audit.ts';
import { t } from '#app/i18n/t.ts';

/** Events that an owner should check. */
const refusals: ReadonlySet<AuditKind> = new Set(['sign_in_failed', 'sign_in_throttled', 'password_refused']);

export interface ActivityListProps {
  /** Newest first. */
  events: readonly AuditEvent[];
  /** Where the events before these are; null when there are none. */
  olderTo: string | null;
}

/** The account's security events: a sentence each, with time, device and place. */
export function ActivityList({ events, olderTo }: ActivityListProps) {
  return (
    <Card
      title={t('activity.title')}
      footer={
        olderTo !== null && (
          <ButtonLink to={olderTo} trailingIcon="arrow-right">
            {t('activity.older')}
          </ButtonLink>
        )
      }
    >
      <p className="text-muted">{t('activity.lead')}</p>
      {events.length === 0 && <p>{t('activity.empty')}</p>}
      <ol className="timeline">
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ event }: { event: AuditEvent }) {
  const { kind, actor, subject, role } = event;
  const deviceText = useDeviceText();
  const details = [actor?.email, deviceText(event.userAgent), whereText(event)];
  return (
    <li className="timeline__entry">
      <p className="text-muted text-sm">
        <LocalTime at={event.at} format="dateTime" />
      </p>
      <div className="rows__words">
        <p>
          {t(`activity.kind.${kind}`, {
            actor: actor?.name ?? t('activity.somebody'),
            subject: subject ?? actor?.email ?? t('activity.somePerson'),
            role: t(role === null ? 'activity.someRole' : `roles.${role}`),
          })}
        </p>
        <p className="text-muted text-sm">{details.filter(Boolean).join(' · ')}</p>
        {refusals.has(kind) && <StatusBadge tone="danger">{t('activity.refused')}</StatusBadge>}
      </div>
    </li>
  );
}
