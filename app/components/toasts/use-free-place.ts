import { type RefObject, useEffect } from 'react';
import { freePlace } from './free-place.ts';

const CONTROLS =
  'a[href], button, input, select, textarea, label, summary, [tabindex="0"], .consent, .header';
const MARGIN = 16;

/**
 * Keeps a fixed region off every control, as the page scrolls and changes. Without a free place it goes into the page, below
 * the header, until its content changes. The stylesheet hides it until it has a place.
 * @param content names what the region shows; empty for nothing.
 */
export function useFreePlace(region: RefObject<HTMLElement>, content: string): void {
  useEffect(() => {
    const element = region.current;
    if (!element || content === '') return;
    let frame = 0;
    const place = () => {
      const { left, right, height } = element.getBoundingClientRect();
      const space = { left, right, top: MARGIN, bottom: window.innerHeight - MARGIN };
      const top = freePlace(space, height, controlsBeside(element));
      if (top !== null) element.style.top = `${Math.round(top)}px`;
      return top !== null;
    };
    element.classList.remove('toasts--in-page');
    if (!place()) {
      element.classList.add('toasts--in-page');
      element.style.top = '';
      return;
    }
    const follow = () => {
      cancelAnimationFrame(frame);
      // Without a free place, the region is hidden until scrolling frees one.
      frame = requestAnimationFrame(() => {
        element.style.visibility = place() ? '' : 'hidden';
      });
    };
    const resized = new ResizeObserver(follow);
    resized.observe(document.body);
    resized.observe(element);
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
      element.style.visibility = '';
    };
  }, [region, content]);
}

function controlsBeside(region: HTMLElement) {
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !region.contains(control) && control.checkVisibility())
    .map((control) => control.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 0 && bottom > 0 && top < window.innerHeight);
}
