import { useContext, useRef, useSyncExternalStore } from 'react';
import { type Navigation, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';

/**
 * Reads the router's current navigation. `useNavigation` returns the rendered one: React Router renders each change as a
 * transition, in slices that take a slow processor a quarter of a second for the whole page. React renders this one in the
 * task of the click or submit itself (docs/decisions/speed.md), and only the components whose value changes.
 *
 * @param select picks a value from the navigation or submission in progress, until its page is rendered. The navigation is
 *   idle without one, also after a submit that the form's own validation prevented. Values are compared by identity.
 * @returns the selected value.
 */
export function useCurrentNavigation<T>(select: (navigation: Navigation) => T): T {
  const context = useContext(UNSAFE_DataRouterContext);
  if (!context) throw new Error('useCurrentNavigation needs a router.');
  const { router } = context;
  const renderedKey = useLocation().key;
  const last = useRef<{ value: T }>();
  const read = () => {
    const { navigation, location } = router.state;
    // The router has the next page, but React has not rendered it: the navigation is over for the router alone.
    const isOver = navigation.state === 'idle' && location.key !== renderedKey;
    if (!last.current || !isOver) last.current = { value: select(navigation) };
    return last.current.value;
  };
  return useSyncExternalStore(router.subscribe, read, read);
}
