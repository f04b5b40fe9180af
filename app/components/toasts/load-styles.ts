import { useEffect, useState } from 'react';
import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './toasts.css?url';

/** Loads the stylesheet with the first toast. @returns whether it is loaded, or cannot be. */
export function useStyles(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded) void loadStylesheet(stylesheet).then(() => setLoaded(true));
  }, [isNeeded]);
  return isLoaded;
}
