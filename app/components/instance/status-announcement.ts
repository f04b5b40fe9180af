import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { t } from '#app/i18n/t.ts';
import { useNotice } from '../layout/page-flash.tsx';
import { markOnlineAnnounced, useLiveInstance } from './use-live-instance.ts';

/** A change that these notices announce can end before the page sees the workspace Pending. */
const CHANGE_NOTICES: readonly string[] = ['settings-saved', 'restart-begun', 'going-back-begun'];

interface StatusAnnouncement {
  tone: 'info' | 'success';
  title?: string;
  text: string | null;
}

/**
 * @param shown the workspace as the page shows it; null where the page does not read the status.
 * @returns why the workspace is Pending, or that it is online again; null without a change.
 */
export function useStatusAnnouncement(shown: InstanceView | null): StatusAnnouncement | null {
  const { key } = useLocation();
  const notice = useNotice();
  const { instance: heard, hasBeenAway, announcedOn } = useLiveInstance(null);
  const instance = shown ?? heard;
  const isOnline = instance?.status === InstanceStatus.Online;
  const wasChanged = notice !== null && CHANGE_NOTICES.includes(notice.code);
  const isBack = isOnline && ((hasBeenAway && (announcedOn === null || announcedOn === key)) || wasChanged);

  useEffect(() => {
    if (isBack) markOnlineAnnounced(key);
  }, [isBack, key]);

  if (isBack) return { tone: 'success', text: t('instance.online') };
  if (instance?.status !== InstanceStatus.Pending) return null;
  const text = instance.cause && t(`instance.cause.${instance.cause}`);
  return { tone: 'info', title: t('instance.status.Pending'), text };
}
