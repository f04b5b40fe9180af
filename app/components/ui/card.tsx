import type { ReactNode } from 'react';
import { useId } from 'react';

export interface CardProps {
  title?: ReactNode;
  /** At the title's far end: a badge, a small link. */
  aside?: ReactNode;
  /** Below a line at the bottom: the card's actions. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A surface for one subject; with a title it is a section named by it. */
export function Card({ title, aside, footer, children }: CardProps) {
  const titleId = useId();
  const Element = title ? 'section' : 'div';
  return (
    <Element className="card" aria-labelledby={title ? titleId : undefined}>
      {(title || aside) && (
        <div className="card__header">
          {title && (
            <h2 className="card__title" id={titleId}>
              {title}
            </h2>
          )}
          {aside && <div>{aside}</div>}
        </div>
      )}
      {children && <div className="card__body stack">{children}</div>}
      {footer && <div className="card__footer cluster">{footer}</div>}
    </Element>
  );
}
