import { Link, useNavigation } from '@remix-run/react';
import { classNames } from './class-names.ts';

export interface Tab {
  /** The screen's path. A screen with two addresses is current on both. */
  to: string;
  label: string;
  isCurrent: boolean;
}

/** Navigation between related screens. @param label its name for screen readers. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const opening = useNavigation().location?.pathname;
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label: text, isCurrent }) => (
        <Link
          key={to}
          to={to}
          // As `NavLink` names it: the link that was clicked, while its page loads.
          className={classNames('tabs__link', opening === to && 'pending')}
          aria-current={isCurrent ? 'page' : undefined}
          viewTransition
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
