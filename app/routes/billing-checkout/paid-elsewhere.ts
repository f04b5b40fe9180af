import { SECOND_MS } from '#app/domain/time/clock.ts';
import { isActive } from './wait-for-active.ts';

const ASKED_EVERY_MS = 10 * SECOND_MS;

/**
 * Detects a payment made in another tab, or by another person of the account: a form that is still open here would
 * charge a second one. Polls at intervals, and whenever the page becomes visible.
 *
 * @param signal ends it. @param act is called once.
 */
export function onPaidElsewhere(signal: AbortSignal, act: () => void): void {
  let isOver = false;
  const ask = async () => {
    if (isOver || document.visibilityState === 'hidden') return;
    const isPaid = await isActive(signal).catch(() => false);
    if (!isPaid || isOver || signal.aborted) return;
    isOver = true;
    act();
  };
  const timer = setInterval(ask, ASKED_EVERY_MS);
  document.addEventListener('visibilitychange', ask, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
