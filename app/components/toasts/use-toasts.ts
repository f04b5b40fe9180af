import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { useLiveInstance } from '../instance/use-live-instance.ts';
import { useNotice } from '../layout/page-flash.tsx';
import { addToasts, type Change, changesBetween, findUpdatedVersion, type Toast } from './changes.ts';

/** The last values in this tab. They outlive pages and layouts, since a change can arrive between two of them. */
const seen: { view: InstanceView | null; version: string | null; payment: unknown } = {
  view: null,
  version: null,
  payment: null,
};

/**
 * @param isStatusShown whether the page itself shows the workspace's status.
 * @returns at most `MAX_TOASTS` changes made elsewhere since this page was opened, and how to close one.
 */
export function useToasts(isStatusShown: boolean) {
  const { key } = useLocation();
  const isOwnChange = useNotice()?.code === 'plan-changed';
  const { instance, payment } = useLiveInstance(null);
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const visit = useRef(key);

  useEffect(() => {
    const isNewPage = visit.current !== key;
    visit.current = key;
    const changes: Change[] = [];
    if (instance && instance !== seen.view) {
      // A new page shows the workspace of another account after a switch.
      if (seen.view?.workspaceId !== instance.workspaceId) seen.version = null;
      // The page's own notice announces a plan change that the person just made.
      changes.push(
        ...changesBetween(seen.view, instance).filter(({ kind }) =>
          kind === 'limits' ? !isOwnChange : !isStatusShown,
        ),
      );
      const version = findUpdatedVersion(seen.version, instance);
      if (version !== null) changes.push({ kind: 'version', version });
      if (instance.status === InstanceStatus.Online) seen.version = instance.version.name;
      seen.view = instance;
    }
    if (payment && payment !== seen.payment) {
      seen.payment = payment;
      changes.push({ kind: `payment-${payment.outcome}` });
    }
    if (isNewPage || changes.length > 0) setToasts((before) => addToasts(isNewPage ? [] : before, changes));
  }, [key, instance, payment, isOwnChange, isStatusShown]);

  const close = (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id));
  return { toasts, close };
}
