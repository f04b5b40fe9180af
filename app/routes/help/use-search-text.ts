import { useLocation } from '@remix-run/react';
import { useState } from 'react';

/** Whether the search is loading another address, and whether the person is still typing. */
type Move = 'none' | 'begun' | 'typed-since';

/**
 * The text of the search field: the input, and after another address, such as from the back button, that address's
 * search.
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
    // On a slow connection people keep typing before the requested URL is loaded.
    if (shown.query !== query && move !== 'typed-since') setText(query);
  }
  return {
    text,
    type(typed: string) {
      setText(typed);
      setMove((present) => (present === 'begun' ? 'typed-since' : present));
    },
    /** Call when the search loads another address, with the new text of the field. */
    leave(next: string) {
      setText(next);
      setMove('begun');
    },
  };
}
