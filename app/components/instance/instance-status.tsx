import { InstanceStatus, type InstanceView, instanceStatusName } from '#app/domain/instance/view.ts';
import { t } from '#app/i18n/t.ts';
import { Notice } from '../ui/notice.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { LiveState } from './live-connection.ts';

const tones = {
  [InstanceStatus.Offline]: 'danger',
  [InstanceStatus.Online]: 'success',
  [InstanceStatus.Pending]: 'pending',
  [InstanceStatus.Stopped]: 'neutral',
} as const;

interface InstanceBadgeProps {
  /** Null before the workspace exists: it is about to be created, and so Pending. */
  instance: InstanceView | null;
  /** Whether a screen reader announces a change; false where another part of the screen announces it. */
  isLive?: boolean;
}

/** A workspace's status as a badge. */
export function InstanceBadge({ instance, isLive = true }: InstanceBadgeProps) {
  const status = instance?.status ?? InstanceStatus.Pending;
  const notice = instance?.notice;
  return (
    <StatusBadge tone={tones[status]} isLive={isLive}>
      {notice === 'deleting' || notice === 'deleted'
        ? t(`instance.deletion.${notice}`)
        : t(`instance.status.${instanceStatusName(status)}`)}
    </StatusBadge>
  );
}

/** The notice beside the status: what happened, and that we are working on it. */
export function InstanceNotice({ instance, connection }: Pick<LiveState, 'instance' | 'connection'>) {
  if (instance?.notice) return <Notice tone="warning">{t(`instance.notice.${instance.notice}`)}</Notice>;
  if (connection === 'unanswered')
    return <Notice tone="warning">{t('errors.workspace_status_unavailable')}</Notice>;
  if (connection === 'timed-out') return <Notice tone="warning">{t('errors.polling_timed_out')}</Notice>;
  return null;
}
