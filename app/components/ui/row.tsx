import type { ReactNode } from 'react';

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
