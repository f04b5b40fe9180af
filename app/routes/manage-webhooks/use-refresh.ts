import { useReloadEvery } from '#app/components/ui/router.ts';
import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';

const REFRESH_EVERY_MS = 10 * SECOND_MS;

/**
 * Reloads the list while requests wait, and when the workspace's status changes.
 * @param held what the page was loaded with.
 * @param instance the workspace as it is now.
 */
export function useRefresh(held: HeldList | null, instance: InstanceView | null): void {
  const isWaiting = held !== null && held.totals.waiting > 0;
  const hasChanged = held !== null && instance !== null && instance.revision > held.instance.revision;
  useReloadEvery(hasChanged ? SECOND_MS : isWaiting ? REFRESH_EVERY_MS : null);
}
