import { useActionData } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls the answer to a form into view, each time that one arrives: the pressed button may be screens below it, and an answer
 * that is no redirect leaves the page where it is.
 *
 * @returns the ref of the element that shows the answer.
 */
export function useReveal(): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const answer = useActionData();
  useEffect(() => {
    if (answer !== undefined) element.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return element;
}
