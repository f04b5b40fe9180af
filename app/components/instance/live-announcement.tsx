import type { InstanceView } from '#app/domain/instance/view.ts';
import { Notice } from '../ui/notice.tsx';
import { useStatusAnnouncement } from './status-announcement.ts';

/**
 * Why the workspace is Pending, then 'Your workspace is now online.' (spec §4), where a page shows the workspace; elsewhere
 * toasts say it. The empty region stays: screen readers announce only changes inside a region that they know.
 */
export function LiveAnnouncement({ shown }: { shown: InstanceView }) {
  const announcement = useStatusAnnouncement(shown);
  return (
    <div className="layout__live" role="status">
      {announcement && (
        <Notice tone={announcement.tone} role="none" title={announcement.title}>
          {announcement.text}
        </Notice>
      )}
    </div>
  );
}
