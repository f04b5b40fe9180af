import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { SubscriptionFacts } from '#app/domain/billing/account-state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface AnnouncementsProps {
  instance: InstanceView;
  subscription: SubscriptionFacts;
  /** The workspace's own present, UTC ms. */
  now: number;
  /** Whether the viewer's role can choose when to update. */
  canConfigure: boolean;
}

/** Past and future events of the workspace that someone may want to act on. */
export function Announcements({ instance, subscription, now, canConfigure }: AnnouncementsProps) {
  return (
    <>
      <AccountStateNotice screen="dashboard" subscription={subscription} instance={instance} now={now} />
      <ForcedUpdate instance={instance} canConfigure={canConfigure} />
    </>
  );
}

function ForcedUpdate({ instance, canConfigure }: Pick<AnnouncementsProps, 'instance' | 'canConfigure'>) {
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
      <TimeText i18nKey="dashboard.forcedUpdate.body" at={forcedUpdate.at} format="dateTime" />
    </Notice>
  );
}
