import { Link, useLocation } from '@remix-run/react';
import { useCurrentNavigation } from '../ui/router.ts';

/**
 * A link of the header, current on its page and on those below it. Remix's `NavLink` does the same, but resolves the path
 * five times.
 */
export function NavigationLink({ to, children }: { to: string; children: string }) {
  const isCurrent = isWithin(useLocation().pathname, to);
  const isOpening = useCurrentNavigation(({ location }) => isWithin(location?.pathname, to));
  return (
    <Link
      to={to}
      className="main-navigation__link"
      aria-current={isCurrent ? 'page' : undefined}
      data-opening={isOpening ? '' : undefined}
      viewTransition
    >
      {children}
    </Link>
  );
}

function isWithin(pathname: string | undefined, to: string): boolean {
  return pathname === to || pathname?.startsWith(`${to}/`) === true;
}
