import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface PageProps {
  /** The screen's one h1. */
  title: ReactNode;
  lead?: ReactNode;
  /** A short line above the title: which step, which area. */
  eyebrow?: ReactNode;
  /** Narrow: 28 rem, a form. Regular: 46 rem, text and cards. Wide: 68 rem, a dashboard. */
  width?: 'narrow' | 'regular' | 'wide' | undefined;
  /** At the title's far end on a wide screen, below it on a narrow one: the screen's main actions. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A screen's heading and its content, in a column of one of three widths. */
export function Page({ title, lead, eyebrow, width = 'regular', actions, children }: PageProps) {
  return (
    <div className={classNames('page', `page--${width}`)}>
      <header className="page__header">
        <div className="page__heading">
          {eyebrow && <div className="page__eyebrow">{eyebrow}</div>}
          <h1>{title}</h1>
          {lead && <div className="page__lead">{lead}</div>}
        </div>
        {actions && <div className="cluster">{actions}</div>}
      </header>
      <div className="stack stack--lg">{children}</div>
    </div>
  );
}
