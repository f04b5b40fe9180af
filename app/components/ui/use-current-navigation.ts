import { useCallback, useContext, useRef, useSyncExternalStore } from 'react';
import { type Navigation, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';

/**
 * The router's current navigation. `useNavigation` returns the rendered one: React Router renders each change as a
 * transition, in slices that take a slow processor a quarter of a second for the whole page. React renders this one in the
 * task of the click or submit itself (docs/decisions/speed.md).
 *
 * @returns the navigation or submission in progress, until its page is rendered; idle without one, also after a submit that
 *   the form's own validation prevented.
 */
export function useCurrentNavigation(): Navigation {
  const context = useContext(UNSAFE_DataRouterContext);
  if (!context) throw new Error('useCurrentNavigation needs a router.');
  const { router } = context;
  const readState = useCallback(() => router.state, [router]);
  const { navigation, location } = useSyncExternalStore(router.subscribe, readState, readState);
  const isDrawn = useLocation().key === location.key;
  const last = useRef(navigation);
  if (navigation.state !== 'idle') last.current = navigation;
  return isDrawn ? navigation : last.current;
}
