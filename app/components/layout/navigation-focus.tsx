import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** The last focused page; only in the browser. Undefined before the first page, whose focus is the browser's. */
let lastPage: string | undefined;

/**
 * Mimics the browser's page load on a navigation within the app: moves the focus, which was lost with the previous
 * page, to the new page's heading, and announces its title. A page that focuses something itself keeps that focus.
 *
 * Another heading at the same address is a new page too: a form can be followed by the next step, or by "Check your email".
 */
export function NavigationFocus() {
  const location = useLocation();
  const [title, setTitle] = useState('');
  useEffect(() => {
    const heading = document.querySelector('h1');
    const page = `${location.pathname} ${heading?.textContent}`;
    const isFirst = lastPage === undefined;
    if (lastPage === page) return;
    lastPage = page;
    if (isFirst) return;
    setTitle(document.title);
    if (!heading || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [location]);
  return (
    <p role="status" className="visually-hidden">
      {title}
    </p>
  );
}
