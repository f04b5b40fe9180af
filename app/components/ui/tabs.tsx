import { Link } from '@remix-run/react';
import { classNames } from './class-names.ts';
import { useCurrentNavigation } from './router.ts';

export interface Tab {
  /** The screen's path. A screen with two addresses is current on both. */
  to: string;
  label: string;
  isCurrent: boolean;
}

/** Navigation between related screens. @param label its name for screen readers. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.to} {...tab} />
      ))}
    </nav>
  );
}

function TabLink({ to, label, isCurrent }: Tab) {
  const isOpening = useCurrentNavigation(({ location }) => location?.pathname === to);
  return (
    <Link
      to={to}
      // `NavLink`'s term: the clicked link, while its page loads.
      className={classNames('tabs__link', isOpening && 'pending')}
      aria-current={isCurrent ? 'page' : undefined}
      viewTransition
    >
      {label}
    </Link>
  );
}
