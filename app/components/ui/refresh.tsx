import { SECOND_MS } from '#app/domain/time/clock.ts';
import { useReloadEvery } from './router.ts';

/** While shown, reloads the page's data in this interval, and without a script the page. @param intervalMs whole seconds. */
export function Refresh({ intervalMs }: { intervalMs: number }) {
  useReloadEvery(intervalMs);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(intervalMs / SECOND_MS)} />
    </noscript>
  );
}
