import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface StatusBadgeProps {
  /** `plain` has no mark: a label, not a state. */
  tone: 'success' | 'pending' | 'neutral' | 'danger' | 'plain';
  /** The state in words. */
  children: ReactNode;
  /** The state is being watched: a change is announced, and the mark breathes. */
  isLive?: boolean | undefined;
}

/** Each tone has its own mark (full, half, empty, crossed), so that color is never the only sign. */
const marks = {
  success: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  pending: (
    <>
      <circle cx="6" cy="6" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2.75a3.25 3.25 0 0 1 0 6.5Z" fill="currentColor" />
    </>
  ),
  neutral: <circle cx="6" cy="6" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  danger: (
    <path d="m3 3 6 6m0-6L3 9" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  ),
} as const;

export function StatusBadge({ tone, children, isLive = false }: StatusBadgeProps) {
  return (
    <span
      className={classNames('status-badge', `status-badge--${tone}`, isLive && 'status-badge--live')}
      role={isLive ? 'status' : undefined}
    >
      {tone !== 'plain' && (
        <svg className="status-badge__mark" viewBox="0 0 12 12" aria-hidden="true">
          {marks[tone]}
        </svg>
      )}
      <span>{children}</span>
    </span>
  );
}
