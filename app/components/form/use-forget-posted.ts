import { useEffect } from 'react';
import { paths } from '#app/domain/paths.ts';
import { useCurrentNavigation } from '../ui/router.ts';
import { forms } from './posted-form.client.ts';

/**
 * Forgets the form that was posted last, unless its own answer redirects to /account/confirm-access, which takes over the
 * form that it interrupts. Only the start of a page's load forgets: a form that interrupts the load is the posted one by
 * then.
 */
export function useForgetPosted(): void {
  const leavesPosted = useCurrentNavigation(
    ({ state, location: next, formMethod }) =>
      state === 'loading' && (!formMethod || next.pathname !== paths.confirmAccess),
  );
  useEffect(() => {
    if (leavesPosted) delete forms.posted;
  }, [leavesPosted]);
}
