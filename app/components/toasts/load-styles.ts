import { useEffect, useState } from 'react';
import stylesheet from './toasts.css?url';

let styles: Promise<void> | null = null;

/** Loads the toasts' stylesheet once. Resolves after a failure, too: toasts are readable without it. */
function loadStyles(): Promise<void> {
  styles ??= new Promise((resolve) => {
    const [onload, onerror] = [() => resolve(), () => resolve()];
    const link = document.createElement('link');
    document.head.appendChild(Object.assign(link, { rel: 'stylesheet', href: stylesheet, onload, onerror }));
  });
  return styles;
}

/** Loads the stylesheet with the first toast. @returns whether it is loaded. */
export function useStyles(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded) void loadStyles().then(() => setLoaded(true));
  }, [isNeeded]);
  return isLoaded;
}
