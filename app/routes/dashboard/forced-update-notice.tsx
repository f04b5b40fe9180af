import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

interface ForcedUpdateNoticeProps {
  instance: InstanceView;
  /** Whether the viewer's role can choose when to update. */
  canConfigure: boolean;
}

/** Announces an update that the workspace must take. */
export function ForcedUpdateNotice({ instance, canConfigure }: ForcedUpdateNoticeProps) {
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
