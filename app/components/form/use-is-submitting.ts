import { useFormAction } from '@remix-run/react';
import { useCurrentNavigation } from '../ui/use-current-navigation.ts';

/** A button's form, and what the button adds to it. */
export interface SubmittedForm {
  /** The address that the form is sent to, when it is not the current route. */
  action?: string | undefined;
  /** By default `post`. */
  method?: 'get' | 'post' | undefined;
  /** The button's own name and value, which the form sends when this button was pressed. */
  name?: string | undefined;
  value?: unknown;
}

const pathOf = (url: string) => url.split(/[?#]/, 1)[0];

/** @returns whether the browser sends this form, by this button if the button has a name; from the task of the submit event. */
export function useIsSubmitting({ action, method = 'post', name, value }: SubmittedForm): boolean {
  const ownAction = useFormAction(action);
  const { formAction, formMethod, formData } = useCurrentNavigation();
  return (
    formAction !== undefined &&
    pathOf(formAction) === pathOf(ownAction) &&
    formMethod?.toLowerCase() === method &&
    (name === undefined || formData?.get(name) === String(value ?? ''))
  );
}
