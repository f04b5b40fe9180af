import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Backdrop } from '../brand/backdrop.tsx';
import { PageFlash, useFrame } from './page-flash.tsx';
import { Footer, HomeLink, Main, SignOutButton, SkipLink } from './parts.tsx';

export interface PublicLayoutProps {
  /** By default the page's own notice; null leaves it out. */
  flash?: ReactNode;
  children: ReactNode;
}

/** The frame for visitors and for people during the setup: always dark, with the logo (spec §2 "Public"). */
export function PublicLayout({ flash = <PageFlash />, children }: PublicLayoutProps) {
  const { viewer } = useFrame();
  const { pathname } = useLocation();
  // Neither on /login and /login/second-factor nor for registered people (spec §2).
  const offersLogin = viewer === null && pathname !== paths.login && pathname !== paths.secondFactor;
  return (
    <div className="layout layout--public">
      <SkipLink />
      <Backdrop />
      <header className="header">
        <div className="header__bar">
          <HomeLink />
          {offersLogin && (
            <p className="header__aside">
              <span className="header__question">{t('layout.haveAccount')} </span>
              <Link to={paths.login}>{t('layout.logIn')}</Link>
            </p>
          )}
          {viewer && (
            <div className="header__actions">
              <SignOutButton />
            </div>
          )}
        </div>
      </header>
      {flash}
      <Main>{children}</Main>
      <Footer />
    </div>
  );
}
