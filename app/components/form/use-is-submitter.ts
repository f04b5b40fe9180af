import type { RefObject } from 'react';
import { useCurrentNavigation } from '../ui/use-current-navigation.ts';

/** What submits the form whose submit event is dispatched now; null between such events. */
let submitting: Element | null = null;

/** What submitted each form; null when a script sent data without a form. */
const submitters = new WeakMap<FormData, Element | null>();

if (typeof document !== 'undefined') {
  // Around React's own listener, which is on the document.
  addEventListener(
    'submit',
    ({ submitter, target }) => {
      const form = target as HTMLFormElement;
      submitting = submitter ?? form.querySelector('[type="submit"]') ?? form;
    },
    true,
  );
  addEventListener('submit', () => {
    submitting = null;
  });
}

/** Its first call for a form comes while the submit event is dispatched: the router tells its subscribers then. */
function submitterOf(formData: FormData): Element | null {
  const known = submitters.get(formData);
  if (known !== undefined) return known;
  submitters.set(formData, submitting);
  return submitting;
}

/**
 * Tells one submit button from all others of its page, whatever their forms, names and addresses.
 * @param element a submit button; or a form without any, which a script submits.
 * @returns whether the browser sends what this very element submitted, from the task of the submit event.
 */
export function useIsSubmitter(element: RefObject<Element>): boolean {
  return useCurrentNavigation(
    ({ formData }) => formData !== undefined && submitterOf(formData) === element.current,
  );
}
