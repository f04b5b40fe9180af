import { useEffect, useState } from 'react';
import stylesheet from './toasts.css?url';

let styles: Promise<void> | null = null;

/** Loads the toasts' stylesheet once; one that does not load still lets them be read. */
function loadStyles(): Promise<void> {
  styles ??= new Promise((resolve) => {
    const [onload, onerror] = [() => resolve(), () => resolve()];
    const link = document.createElement('link');
    document.head.appendChild(Object.assign(link, { rel: 'stylesheet', href: stylesheet, onload, onerror }));
  });
  return styles;
}

/** @returns whether the stylesheet is there, which is asked for once something is to be shown. */
export function useStyles(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded) void loadStyles().then(() => setLoaded(true));
  }, [isNeeded]);
  return isLoaded;
}
