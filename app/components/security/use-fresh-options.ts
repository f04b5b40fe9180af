import { useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useReload } from '../ui/router.ts';

/** Before the challenge in the page is too old to be answered (`CHALLENGE_LIFETIME_MS`). */
const FRESH_FOR_MS = 4 * 60_000;

/**
 * Fetches an expired challenge again before it is used, since a page can stay open for hours.
 * @param options WebAuthn options as JSON, from the page's loader.
 * @param onFailure is called when the options could not be fetched: nothing waits any more.
 */
export function useFreshOptions(options: string, onFailure: () => void) {
  const reload = useReload();
  const data = useLoaderData<unknown>();
  const fetchedAt = useRef(0);
  const [waiting, setWaiting] = useState<((options: string) => Promise<void>) | null>(null);
  const seen = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reload makes another object, a failed one with the same options (`fetchData`).
  useEffect(() => {
    const isFresh = seen.current !== options;
    seen.current = options;
    if (isFresh) fetchedAt.current = Date.now();
    if (!waiting) return;
    setWaiting(null);
    if (isFresh) void waiting(options);
    else onFailure();
  }, [data]);

  return {
    fresh: waiting === null,
    whenFresh(use: (options: string) => Promise<void>) {
      if (Date.now() - fetchedAt.current < FRESH_FOR_MS) return void use(options);
      setWaiting(() => use);
      reload();
    },
  };
}
