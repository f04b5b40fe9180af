import { Link, useNavigation } from '@remix-run/react';
import { classNames } from './class-names.ts';
import { useClicked } from './use-clicked.ts';

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
  const isOpening = useNavigation().location?.pathname === to;
  const [isClicked, onClick] = useClicked();
  return (
    <Link
      to={to}
      // `NavLink`'s term: the clicked link, while its page loads.
      className={classNames('tabs__link', (isClicked || isOpening) && 'pending')}
      aria-current={isCurrent ? 'page' : undefined}
      viewTransition
      onClick={onClick}
    >
      {label}
    </Link>
  );
}
