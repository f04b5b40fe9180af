import type { ReactNode } from 'react';

export interface FactProps {
  label: ReactNode;
  /** The class of the value's element. */
  className?: string;
  children: ReactNode;
}

/** A name and its value, in a list of facts (`dl`). */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
