import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** The last focused page; only in the browser. Undefined before the first page, whose focus is the browser's. */
let lastPage: string | undefined;

/**
 * Does what the browser does at a page's load: moves the focus to the heading, unless the page focused something, and
 * announces the title. Another heading at the same address, such as a form's next step, is a new page too.
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
