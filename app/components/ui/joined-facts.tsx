import { Children, type ReactNode } from 'react';
import { SEPARATOR } from '#app/i18n/t.ts';

/** Facts on one line, with a separator between them; it skips empty ones. */
export function JoinedFacts({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((fact, index) => (index === 0 ? [fact] : [SEPARATOR, fact]));
}
