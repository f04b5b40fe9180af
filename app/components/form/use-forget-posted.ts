import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { paths } from '#app/domain/paths.ts';
import { forms } from './posted-form.client.ts';

/**
 * Forgets the form that was posted last once a page has followed it: /account/confirm-access takes over the form that it
 * interrupts, not a form that was accepted earlier.
 */
export function useForgetPosted(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.pathname !== paths.confirmAccess) delete forms.posted;
  }, [location]);
}
