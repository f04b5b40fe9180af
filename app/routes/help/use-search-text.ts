import { useLocation } from '@remix-run/react';
import { useState } from 'react';

/** Whether the search itself leads to another address, which loads, and whether somebody goes on typing meanwhile. */
type Move = 'none' | 'begun' | 'typed-since';

/**
 * What stands in the search's field: what is typed, and after another address, such as by the back button, what that one
 * searches for.
 *
 * @param query what the address searches for.
 */
export function useSearchText(query: string) {
  const { key } = useLocation();
  const [text, setText] = useState(query);
  const [shown, setShown] = useState({ key, query });
  const [move, setMove] = useState<Move>('none');
  if (shown.key !== key || shown.query !== query) {
    setShown({ key, query });
    setMove('none');
    // On a slow connection people type on before the address is there that they have asked for.
    if (shown.query !== query && move !== 'typed-since') setText(query);
  }
  return {
    text,
    type(typed: string) {
      setText(typed);
      setMove((present) => (present === 'begun' ? 'typed-since' : present));
    },
    /** To be called as the search leads to another address, with what its field shows from now on. */
    leave(next: string) {
      setText(next);
      setMove('begun');
    },
  };
}
