import { Link } from '@remix-run/react';

export interface Tab {
  /** Where its screen is; one that is also reached by another address is current on both. */
  to: string;
  label: string;
  isCurrent: boolean;
}

/** The way between the screens of one place. @param label names it for who does not see it. */
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
