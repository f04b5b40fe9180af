import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router-dom';

/**
 * Reloads the page's data, but never during a navigation: React Router would load the redirect of a form a second time,
 * and the server sends its notice only once. The router's own state counts. The rendered state, which `useNavigation`
 * and `useRevalidator` return, comes up to a quarter of a second later on a slow processor (docs/decisions/speed.md).
 *
 * @returns a function that reloads at once, or when the router is idle again and still shows the same page. Calls that
 *   wait are one.
 */
export function useReload(): () => void {
  const context = useContext(UNSAFE_DataRouterContext);
  if (!context) throw new Error('useReload needs a router.');
  const { router } = context;
  const stopWaiting = useRef<() => void>();
  useEffect(() => () => stopWaiting.current?.(), []);
  return useCallback(
    function reload() {
      const isIdle = () => router.state.navigation.state === 'idle' && router.state.revalidation === 'idle';
      const { pathname } = router.state.location;
      stopWaiting.current?.();
      if (isIdle()) return router.revalidate();
      stopWaiting.current = router.subscribe(() => {
        if (!isIdle()) return;
        stopWaiting.current?.();
        // The router is still in the update that ended the navigation. Another page has just loaded its own data.
        if (router.state.location.pathname === pathname) queueMicrotask(reload);
      });
    },
    [router],
  );
}

/** Reloads the page's data in this interval, as `useReload` does. @param intervalMs null for never. */
export function useReloadEvery(intervalMs: number | null): void {
  const reload = useReload();
  useEffect(() => {
    if (intervalMs === null) return;
    const timer = setInterval(reload, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, reload]);
}
