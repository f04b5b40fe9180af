import type { RefObject } from 'react';
import { useCurrentNavigation } from '../ui/router.ts';

/** The submitter of the submit event that is being dispatched; null between events. */
let submitting: Element | null = null;

/** The submitter of each form's data; null if a script sent data without a form. */
const submitters = new WeakMap<FormData, Element | null>();

if (typeof document !== 'undefined') {
  // Run before and after React's listener, which is on the document.
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

/** The first call for a form comes during its submit event, when the router notifies its subscribers. */
function submitterOf(formData: FormData): Element | null {
  const known = submitters.get(formData);
  if (known !== undefined) return known;
  submitters.set(formData, submitting);
  return submitting;
}

/**
 * @param element a submit button, or a form without one, which a script submits.
 * @returns whether the element's own submission is in progress, from the task of the submit event on.
 */
export function useIsSubmitter(element: RefObject<Element>): boolean {
  return useCurrentNavigation(
    ({ formData }) => formData !== undefined && submitterOf(formData) === element.current,
  );
}
