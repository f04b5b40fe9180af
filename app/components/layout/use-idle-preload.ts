import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { prefersReducedData } from '../toasts/reduced-data.ts';

/** Safari has no idle callback: its script waits this long after the page. */
const WITHOUT_IDLE_CALLBACK_MS = 1_000;

/**
 * Loads the scripts of visible links in the header and the tabs once the browser is idle, since a touch does not hover
 * before it presses.
 */
export function useIdlePreload(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has tabs of its own.
  useEffect(() => {
    if (prefersReducedData()) return;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) target.dispatchEvent(new Event('idle', { bubbles: true }));
    });
    let isGone = false;
    const preload = () => {
      if (isGone) return;
      for (const link of document.querySelectorAll('.main-navigation__link, .tabs__link'))
        observer.observe(link);
    };
    const whenIdle = () => {
      if ('requestIdleCallback' in window) requestIdleCallback(preload);
      else setTimeout(preload, WITHOUT_IDLE_CALLBACK_MS);
    };
    if (document.readyState === 'complete') whenIdle();
    else addEventListener('load', whenIdle, { once: true });
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [pathname]);
}
