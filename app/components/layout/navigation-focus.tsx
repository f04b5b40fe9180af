import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** Of the page that was focused last; in the browser alone. Undefined before the first page, whose focus is the browser's. */
let lastPathname: string | undefined;

/**
 * Does on a navigation within the app what the browser does when it loads a page: moves the focus, which fell to the body with
 * the page that is gone, to the new page's heading, and announces its title. A page that focuses something itself keeps that.
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
