import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** The last focused page; only in the browser. Undefined before the first page, whose focus is the browser's. */
let lastPathname: string | undefined;

/**
 * Mimics the browser's page load on a navigation within the app: moves the focus, which was lost with the previous
 * page, to the new page's heading, and announces its title. A page that focuses something itself keeps that focus.
 */
export function NavigationFocus() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  useEffect(() => {
    const isFirst = lastPathname === undefined;
    if (lastPathname === pathname) return;
    lastPathname = pathname;
    if (isFirst) return;
    setTitle(document.title);
    const heading = document.querySelector('h1');
    if (!heading || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p role="status" className="visually-hidden">
      {title}
    </p>
  );
}
