import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { paths } from '#app/domain/paths.ts';
import { useCurrentNavigation } from '../ui/router.ts';
import { forms } from './posted-form.client.ts';

/**
 * Forgets the form that was posted last, unless its own answer redirects to /account/confirm-access: that page takes over the
 * form that it interrupts, not one that was accepted, nor one that a link left.
 */
export function useForgetPosted(): void {
  const location = useLocation();
  const leavesPosted = useCurrentNavigation(
    ({ state, location: next, formMethod }) =>
      state === 'loading' && (!formMethod || next.pathname !== paths.confirmAccess),
  );
  // Apart from the next effect: a form that interrupts a link ends `leavesPosted`, and is itself the posted one by then.
  useEffect(() => {
    if (leavesPosted) delete forms.posted;
  }, [leavesPosted]);
  useEffect(() => {
    if (location.pathname !== paths.confirmAccess) delete forms.posted;
  }, [location]);
}
