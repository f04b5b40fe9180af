import { Link } from '@remix-run/react';

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
      {tabs.map(({ to, label: text, isCurrent }) => (
        <Link key={to} to={to} className="tabs__link" aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
