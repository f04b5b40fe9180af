import { useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Navigation, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';

/** Between two checks of a busy router. */
const RETRY_MS = 100;

/** @returns the router itself, whose state is ahead of what React has rendered. */
function useRouter() {
  const context = useContext(UNSAFE_DataRouterContext);
  if (!context) throw new Error('Only a page has a router.');
  return context.router;
}

/**
 * Reads the router's current navigation. React renders it in the task of the click or submit, and only the components whose
 * value changes. `useNavigation` returns the rendered navigation: React Router renders each change as a transition, which
 * takes a slow processor a quarter of a second for the whole page (docs/decisions/speed.md).
 * @param select picks a value from the navigation in progress, until its page is rendered. Values are compared by identity.
 *   The navigation is idle without one, also after a submit that the form's own validation prevented.
 * @returns the selected value.
 */
export function useCurrentNavigation<T>(select: (navigation: Navigation) => T): T {
  const router = useRouter();
  const renderedKey = useLocation().key;
  const last = useRef<{ value: T }>();
  const read = () => {
    const { navigation, location } = router.state;
    // The router has the next page, but React has not rendered it: the navigation is over only for the router.
    const isOver = navigation.state === 'idle' && location.key !== renderedKey;
    if (!last.current || !isOver) last.current = { value: select(navigation) };
    return last.current.value;
  };
  return useSyncExternalStore(router.subscribe, read, read);
}

/**
 * Never reloads during a navigation: React Router would load the redirect of a form a second time, and the server sends its
 * notice only once. The router's own state counts: the one that `useNavigation` returns is rendered later.
 * @returns a function that reloads the page's data immediately, or as soon as the router is idle. Waiting calls are merged.
 */
export function useReload(): () => void {
  const router = useRouter();
  const retry = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(retry.current), []);
  return useCallback(
    function reload() {
      clearTimeout(retry.current);
      const { navigation, revalidation } = router.state;
      if (navigation.state === 'idle' && revalidation === 'idle') router.revalidate();
      else retry.current = setTimeout(reload, RETRY_MS);
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
