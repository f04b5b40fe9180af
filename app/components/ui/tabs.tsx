import { Link } from '@remix-run/react';
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
      className="tabs__link"
      aria-current={isCurrent ? 'page' : undefined}
      // The clicked link, while its page loads.
      data-opening={isOpening ? '' : undefined}
      viewTransition
    >
      {label}
    </Link>
  );
}
