import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { t } from '#app/i18n/t.ts';
import { useNotice } from '../layout/page-flash.tsx';
import { Notice } from '../ui/notice.tsx';
import { tellOnline, useLiveInstance } from './use-live-instance.ts';

/** A change that these notices tell of can be over before the page is there to see the workspace Pending. */
const CHANGE_NOTICES: readonly string[] = ['settings-saved', 'restart-begun', 'going-back-begun'];

/**
 * Why the workspace is Pending, then 'Your workspace is now online.' (spec §4), on whichever page the person is. The region
 * stays while it is empty, since screen readers announce only what changes inside a region they know.
 *
 * @param shown the workspace as the page shows it; null where the page does not read the status.
 */
export function LiveAnnouncement({ shown }: { shown: InstanceView | null }) {
  const { key } = useLocation();
  const notice = useNotice();
  const { instance: heard, hasBeenAway, toldOn } = useLiveInstance(null);
  const instance = shown ?? heard;
  const isPending = instance?.status === InstanceStatus.Pending;
  const isOnline = instance?.status === InstanceStatus.Online;
  const wasChanged = notice !== null && CHANGE_NOTICES.includes(notice.code);
  const isBack = isOnline && ((hasBeenAway && (toldOn === null || toldOn === key)) || wasChanged);

  useEffect(() => {
    if (isBack) tellOnline(key);
  }, [isBack, key]);

  return (
    <div className="layout__live" role="status">
      {isPending && (
        <Notice tone="info" role="none" title={t('instance.status.Pending')}>
          {instance.cause && t(`instance.cause.${instance.cause}`)}
        </Notice>
      )}
      {isBack && (
        <Notice tone="success" role="none">
          {t('instance.online')}
        </Notice>
      )}
    </div>
  );
}
