import { useEffect, useRef, useState } from 'react';
import { useReload } from '../ui/router.ts';

/** Before the challenge in the page is too old to be answered (`CHALLENGE_LIFETIME_MS`). */
const FRESH_FOR_MS = 4 * 60_000;

/**
 * Fetches an expired challenge again before it is used, since a page can stay open for hours.
 * @param options WebAuthn options as JSON, from the page's loader.
 */
export function useFreshOptions(options: string) {
  const reload = useReload();
  const fetchedAt = useRef(0);
  const [waiting, setWaiting] = useState<((options: string) => Promise<void>) | null>(null);
  const seen = useRef<string | null>(null);

  useEffect(() => {
    if (seen.current === options) return;
    seen.current = options;
    fetchedAt.current = Date.now();
    if (!waiting) return;
    setWaiting(null);
    void waiting(options);
  }, [options, waiting]);

  return {
    fresh: waiting === null,
    whenFresh(use: (options: string) => Promise<void>) {
      if (Date.now() - fetchedAt.current < FRESH_FOR_MS) return void use(options);
      setWaiting(() => use);
      reload();
    },
  };
}
