import { Children, type ReactNode } from 'react';
import { SEPARATOR } from '#app/i18n/t.ts';

export interface RowProps {
  title: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** Below the title, smaller. */
  facts?: ReactNode;
  /** At the row's end: its status, its buttons. */
  children?: ReactNode;
}

/** One entry of a list with the class `rows`. */
export function Row({ title, badge, facts, children }: RowProps) {
  return (
    <li className="rows__entry">
      <div className="rows__words">
        <p className={badge ? 'cluster' : undefined}>
          <strong dir="auto">{title}</strong>
          {badge}
        </p>
        {facts && <p className="text-muted text-sm">{facts}</p>}
      </div>
      {children}
    </li>
  );
}

/** Facts on one line, with a separator between those that there are. */
export function JoinedFacts({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((fact, index) => (index === 0 ? [fact] : [SEPARATOR, fact]));
}
