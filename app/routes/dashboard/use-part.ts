import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchJson } from '#app/components/ui/fetch-json.ts';
import { paths } from '#app/domain/paths.ts';

/** State of a dashboard part on the page. */
export interface Part<Value> {
  /** Null until it came. */
  value: Value | null;
  hasFailed: boolean;
  /** Requests the part again. */
  retry(): void;
}

/** Loads a part of the dashboard. @param initial what the page came with; undefined to ask for it after hydration. */
export function usePart<Value>(
  name: 'overview' | 'executions' | 'webhooks',
  initial: Value | null | undefined,
): Part<Value> {
  const [loaded, setLoaded] = useState<{ value: Value | null; hasFailed: boolean } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isWanted = initial === undefined || attempt > 0;
  // The old content stays while it is requested again.
  const last = useRef<Value | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const { signal } = abort;
    fetchJson<{ value: Value | null }>(`${paths.dashboardParts}/${name}`, signal).then(
      ({ value }) => setLoaded({ value, hasFailed: value === null }),
      () => !signal.aborted && setLoaded({ value: null, hasFailed: true }),
    );
    return () => abort.abort();
  }, [name, isWanted, attempt]);

  const retry = useCallback(() => {
    setLoaded(null);
    setAttempt((count) => count + 1);
  }, []);

  const value = (isWanted ? loaded?.value : initial) ?? null;
  if (value !== null) last.current = value;
  const hasFailed = isWanted ? (loaded?.hasFailed ?? false) : initial === null;
  return { value: value ?? last.current, hasFailed, retry };
}
