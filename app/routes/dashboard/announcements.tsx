import { Trans, useTranslation } from 'react-i18next';
import { ResubscribeForm } from '#app/components/billing/subscription-state.tsx';
import { useFrame } from '#app/components/layout/page-flash.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { can } from '#app/domain/access/roles.ts';
import type { StopReason } from '#app/domain/instance/entitlement.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { paths } from '#app/http/paths.ts';

export interface AnnouncementsProps {
  instance: InstanceView;
  /** The workspace's own present, UTC ms. */
  now: number;
  /** Whether the viewer's role may choose when to update. */
  canConfigure: boolean;
}

/** What is going to happen to the workspace, or has, that someone may want to do something about. */
export function Announcements({ instance, now, canConfigure }: AnnouncementsProps) {
  return (
    <>
      <Deletion instance={instance} now={now} />
      <ForcedUpdate instance={instance} canConfigure={canConfigure} />
    </>
  );
}

/** @returns why the workspace is to be deleted; null while nobody has to worry: a running trial only ends. */
function deletionReason({ status, notice, deletionAt, trialEndsAt }: InstanceView) {
  if (deletionAt === null) return null;
  if (notice === 'trial_ended' || notice === 'paused' || notice === 'cancelled') return notice;
  return status !== InstanceStatus.Stopped && trialEndsAt === null ? ('cancelled' as const) : null;
}

function Deletion({ instance, now }: Pick<AnnouncementsProps, 'instance' | 'now'>) {
  const { t } = useTranslation();
  const { deletionAt, finalBackupUntil, notice } = instance;
  const { viewer } = useFrame();
  const canPay = viewer !== null && can(viewer.role, 'billing:manage');
  if (notice === 'deleted') {
    return (
      <Notice tone="info" title={t('dashboard.deleted.title')}>
        {finalBackupUntil === null || finalBackupUntil <= now ? (
          t('dashboard.deleted.noBackup')
        ) : (
          <Trans
            i18nKey="dashboard.deleted.backup"
            components={{ when: <LocalTime at={finalBackupUntil} format="date" /> }}
          />
        )}
      </Notice>
    );
  }
  const reason = deletionReason(instance);
  if (reason === null || deletionAt === null) return null;
  const count = Math.max(0, Math.ceil((deletionAt - now) / DAY_MS));
  return (
    <Notice
      tone="danger"
      title={t('dashboard.deletion.title', { count })}
      action={canPay && <KeepWorkspace reason={reason} />}
    >
      <p>
        <Trans
          i18nKey="dashboard.deletion.body"
          components={{ when: <LocalTime at={deletionAt} format="dateTime" /> }}
        />
      </p>
      <p>{t(`dashboard.deletion.advice.${reason}`)}</p>
    </Notice>
  );
}

/** The way to keep the workspace: what ended by itself is bought, what was cancelled or paused comes back. */
function KeepWorkspace({ reason }: { reason: StopReason }) {
  const { t } = useTranslation();
  const { billing } = useFrame();
  return reason === 'trial_ended' || !billing || billing.status === 'deleted' ? (
    <ButtonLink to={paths.changePlan}>{t('billing.plan.choose')}</ButtonLink>
  ) : (
    <ResubscribeForm label={t('billing.banner.paused.action')} />
  );
}

function ForcedUpdate({ instance, canConfigure }: Pick<AnnouncementsProps, 'instance' | 'canConfigure'>) {
  const { t } = useTranslation();
  const { forcedUpdate, notice } = instance;
  if (forcedUpdate === null || notice === 'deleting' || notice === 'deleted') return null;
  return (
    <Notice
      tone="info"
      title={t('dashboard.forcedUpdate.title', { version: forcedUpdate.version })}
      action={
        canConfigure &&
        instance.status !== InstanceStatus.Stopped && (
          <ButtonLink to={paths.manage}>{t('dashboard.forcedUpdate.action')}</ButtonLink>
        )
      }
    >
      <Trans
        i18nKey="dashboard.forcedUpdate.body"
        components={{ when: <LocalTime at={forcedUpdate.at} format="dateTime" /> }}
      />
    </Notice>
  );
}
