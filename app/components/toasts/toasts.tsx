import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { useStatusAnnouncement } from '../instance/status-announcement.ts';
import { loadStylesheet } from '../ui/load-stylesheet.ts';
import { Notice, type Tone } from '../ui/notice.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Toast } from './changes.ts';
import { prefersReducedData } from './reduced-data.ts';
import stylesheet from './toasts.css?url';
import { useFreePlace } from './use-free-place.ts';
import { useToasts } from './use-toasts.ts';

const tones: Record<Toast['kind'], Tone> = {
  offline: 'warning',
  stopped: 'warning',
  version: 'success',
  limits: 'info',
  'payment-received': 'success',
  'payment-failed': 'warning',
};

export interface ToastsProps {
  /** Whether the page itself shows the workspace's status. */
  isStatusShown: boolean;
}

/**
 * Changes made elsewhere while a page is open, in a live region that is there from the start and covers no control. With
 * reduced data, it shows only the workspace's status (spec §4).
 */
export function Toasts({ isStatusShown }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null);
  const isWanted = useHydrated() && !prefersReducedData();
  const status = useStatusAnnouncement(null);
  const { toasts, close } = useToasts(isStatusShown);
  const [closedStatus, setClosedStatus] = useState<string | null>(null);
  const statusText = status && (status.text ?? status.title ?? null);
  const unseenStatus = !isStatusShown && statusText !== closedStatus ? status : null;
  const isStyled = useStyles(unseenStatus !== null || (isWanted && toasts.length > 0));
  const shownStatus = isStyled ? unseenStatus : null;
  const shown = isStyled && isWanted ? toasts : [];
  useFreePlace(region, [shownStatus && statusText, ...shown.map(({ id }) => id)].filter(Boolean).join(' '));
  /** Closing removes the focused button, so focus moves to the page's content. */
  const closeAndFocus = (act: () => void) => () => {
    act();
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <div className="toasts" role="status" ref={region}>
      {shownStatus && (
        <Notice
          tone={shownStatus.tone}
          role="none"
          title={shownStatus.title && t('instance.toast.pending')}
          onClose={closeAndFocus(() => setClosedStatus(statusText))}
        >
          {shownStatus.text}
        </Notice>
      )}
      {shown.map((toast) => (
        <Notice
          key={toast.id}
          tone={tones[toast.kind]}
          role="none"
          onClose={closeAndFocus(() => close(toast.id))}
        >
          {wordsOf(toast)}
        </Notice>
      ))}
    </div>
  );
}

function wordsOf(toast: Toast): ReactNode {
  switch (toast.kind) {
    case 'version':
      return t('instance.toast.version', { version: toast.version });
    case 'limits':
      return t('instance.toast.limits', { executions: countText(toast.executions) });
    case 'payment-received':
    case 'payment-failed':
      return (
        <>
          {t(`instance.toast.${toast.kind}`)}{' '}
          <Link to={paths.billing}>{t('billing.action.open-billing')}</Link>
        </>
      );
    default:
      return t(`instance.toast.${toast.kind}`);
  }
}

/** Loads the stylesheet with the first toast. @returns whether it is loaded, or cannot be. */
function useStyles(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded) void loadStylesheet(stylesheet).then(() => setLoaded(true));
  }, [isNeeded]);
  return isLoaded;
}
