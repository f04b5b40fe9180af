import { useNavigation } from '@remix-run/react';
import { type MouseEvent, useEffect, useState } from 'react';

/**
 * Whether a link was just clicked. React renders a navigation as a transition, in slices that take a slow processor a
 * quarter of a second for the whole page; this state it renders immediately.
 *
 * @returns true from the click until the navigation itself is drawn, and the link's handler.
 */
export function useClicked(): [isClicked: boolean, onClick: (event: MouseEvent) => void] {
  const navigation = useNavigation();
  const [isClicked, setIsClicked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the navigation that ends it.
  useEffect(() => setIsClicked(false), [navigation]);
  const onClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => {
    // A link that opens elsewhere starts no navigation here.
    if (button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)) setIsClicked(true);
  };
  return [isClicked, onClick];
}
