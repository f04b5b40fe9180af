import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';

/**
 * How long the 404s of a workspace count as its own: it has registered all of its webhooks. Less than n8n takes to restart (docs/engine.md, "Start"),
 * since the isolate may see nothing of a restart.
 */
const SETTLED_MS = 5 * SECOND_MS;
/** How long webhooks of a workspace go to its object first, which is asked again for each of them. */
const DOWN_MS = 30 * SECOND_MS;

/** When a workspace stops being settled, UTC ms. */
const settledUntil = memoryCache<number>(1_000);
/** Until when a workspace is presumed down, UTC ms. */
const downUntil = memoryCache<number>(1_000);

/** Treats a workspace's 404s as its own for a moment. */
export function rememberSettled(name: string): void {
  settledUntil.set(name, systemClock.now() + SETTLED_MS);
}

/** A process that starts has not registered its webhooks. */
export function forgetSettled(name: string): void {
  settledUntil.set(name, 0);
}

export function isSettled(name: string): boolean {
  return systemClock.now() < (settledUntil.get(name) ?? 0);
}

/** Presumes for half a minute that the workspace does not run. */
export function rememberDown(name: string): void {
  downUntil.set(name, systemClock.now() + DOWN_MS);
}

export function forgetDown(name: string): void {
  downUntil.set(name, 0);
}

export function isPresumedDown(name: string): boolean {
  return systemClock.now() < (downUntil.get(name) ?? 0);
}
