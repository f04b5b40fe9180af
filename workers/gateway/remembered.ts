import { MAX_USUAL_PATH_CHARACTERS } from '#app/domain/held-webhooks/bounds.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';

/** @returns names of workspaces, or their paths, each remembered for a time. Skips names longer than a usual path. */
function rememberFor(ms: number) {
  /** UTC ms. */
  const until = memoryCache<number>(1_000);
  return {
    add(name: string): void {
      if (name.length <= MAX_USUAL_PATH_CHARACTERS) until.set(name, systemClock.now() + ms);
    },
    forget: until.remove,
    has: (name: string) => systemClock.now() < (until.get(name) ?? 0),
  };
}

/**
 * Workspaces whose 404s count as their own: they have registered all of their webhooks. For less than n8n takes to restart (docs/engine.md,
 * "Start"), since the isolate may see nothing of a restart.
 */
export const settled = rememberFor(5 * SECOND_MS);

/** Workspaces that are presumed down: their webhooks go to the object first, which is asked again for each of them. */
export const presumedDown = rememberFor(30 * SECOND_MS);

/** Paths with a queue, each after the name of its workspace: the same as for those of a workspace that is presumed down. */
export const presumedBehind = rememberFor(30 * SECOND_MS);
