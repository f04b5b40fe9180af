import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InstanceNotice } from '#app/components/instance/instance-status.tsx';
import type { LiveConnection } from '#app/components/instance/use-live-instance.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';

export interface LiveStatusProps {
  instance: InstanceView | null;
  connection: LiveConnection;
  /** Something was just asked of the workspace; it may be done before this page is there to see it Pending. */
  wasChanged: boolean;
}

/**
 * What a change is doing to the workspace: why it is Pending, then 'Your workspace is now online.' (spec §4). The
 * region stays while it is empty, since screen readers announce only what changes inside a region they know.
 */
export function LiveStatus({ instance, connection, wasChanged }: LiveStatusProps) {
  const { t } = useTranslation();
  const [hasBeenPending, setHasBeenPending] = useState(false);
  const isPending = instance?.status === InstanceStatus.Pending;
  if (isPending && !hasBeenPending) setHasBeenPending(true);
  const isBack = instance?.status === InstanceStatus.Online && (hasBeenPending || wasChanged);
  return (
    <>
      <div className="live-status" role="status">
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
      {instance?.status !== InstanceStatus.Stopped && (
        <InstanceNotice instance={instance} connection={connection} />
      )}
    </>
  );
}
