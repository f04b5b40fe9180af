import { Form, Link, useLocation } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PlainSubmit } from '../form/submit-button.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { accountScreensFor } from './account-screens.ts';
import { type FrameViewer, useFrame } from './page-flash.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const menuId = 'account-menu';

/**
 * The person's accounts, theme, account pages and sign-out. The browser opens, closes and refocuses a popover without
 * JavaScript.
 */
export function AccountMenu({ viewer }: { viewer: FrameViewer }) {
  const { pathname } = useLocation();
  const { currentId } = useFrame().accounts ?? {};
  /** A link to the page that is open already leaves the path as it is. */
  const close = ({ currentTarget }: MouseEvent) =>
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  return (
    <div className="account-menu">
      <Button
        variant="quiet"
        icon="user"
        trailingIcon="chevron-down"
        aria-label={t('layout.menu.label', { name: viewer.name, email: viewer.email })}
        // React 18 has no types for popovers, and passes them on as they are.
        {...{ popovertarget: menuId }}
      >
        <span className="header__viewer">{viewer.name}</span>
      </Button>
      {/* A new page starts with the menu closed. A form's answer is not a new page: the menu may have been opened since. */}
      <div
        key={`${pathname} ${currentId}`}
        id={menuId}
        className="account-menu__panel"
        {...{ popover: 'auto' }}
      >
        <p className="account-menu__person">
          <strong>{viewer.name}</strong>
          <span className="text-muted">{viewer.email}</span>
        </p>
        <AccountSwitcher />
        <nav aria-label={t('accountPage.tabs.label')}>
          {accountScreensFor(viewer.role).map(({ screen, to }) => (
            <Link key={to} to={to} className="account-menu__item" onClick={close} viewTransition>
              {t(`accountPage.tabs.${screen}`)}
            </Link>
          ))}
        </nav>
        <ThemeChoice />
        <Form method="post" action={paths.signOut}>
          <PlainSubmit className="account-menu__item">
            <Icon name="sign-out" />
            {t('layout.signOut')}
          </PlainSubmit>
        </Form>
      </div>
    </div>
  );
}

/** The accounts of a person with several; the current one is marked, and cannot be switched to. */
function AccountSwitcher() {
  const { currentId, options = [] } = useFrame().accounts ?? {};
  if (options.length < 2) return null;
  return (
    <Form method="post" action={paths.account} aria-label={t('layout.menu.accounts')}>
      <input type="hidden" name="intent" value="switch-account" />
      {options.map(({ id, name }) => (
        <PlainSubmit
          key={id}
          className="account-menu__item"
          name="accountId"
          value={id}
          aria-current={id === currentId || undefined}
        >
          {name}
          {id === currentId && <Icon name="check" />}
        </PlainSubmit>
      ))}
    </Form>
  );
}
