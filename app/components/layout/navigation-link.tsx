import { NavLink } from '@remix-run/react';
import { classNames } from '../ui/class-names.ts';
import { useClicked } from '../ui/use-clicked.ts';

/** A link of the header, marked while its page loads. */
export function NavigationLink({ to, children }: { to: string; children: string }) {
  const [isClicked, onClick] = useClicked();
  return (
    <NavLink
      to={to}
      className={classNames('main-navigation__link', isClicked && 'pending')}
      viewTransition
      onClick={onClick}
    >
      {children}
    </NavLink>
  );
}
