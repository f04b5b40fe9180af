import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Backdrop } from '../brand/backdrop.tsx';
import { Footer, HomeLink, Main, type MessageSlots, Messages, SkipLink } from './parts.tsx';

export interface PublicLayoutProps extends MessageSlots {
  /** Offers the way to /login; false on /login itself and for who has registered (spec §2). */
  showLoginLink?: boolean | undefined;
  children: ReactNode;
}

/** For visitors: always dark, with the logo (spec §2 "Public"). */
export function PublicLayout({ showLoginLink = false, banners, flash, children }: PublicLayoutProps) {
  const { t } = useTranslation();
  return (
    <div className="layout layout--public">
      <SkipLink />
      <Backdrop />
      <header className="header">
        <div className="header__bar">
          <HomeLink />
          {showLoginLink && (
            <p className="header__aside">
              <span className="header__question">{t('layout.haveAccount')} </span>
              <Link to="/login">{t('layout.logIn')}</Link>
            </p>
          )}
        </div>
      </header>
      <Messages banners={banners} flash={flash} />
      <Main>{children}</Main>
      <Footer />
    </div>
  );
}
