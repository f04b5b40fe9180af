import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { ConsentBar, useIsAsked } from '../analytics/consent-form.tsx';
import { Logo } from '../brand/logo.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { companyPages, companyUrl } from './footer-links.ts';
import { useFrame } from './page-flash.tsx';

const contentId = 'content';

/** The first thing the keyboard reaches; jumps over the header. */
export function SkipLink() {
  return (
    <a className="skip-link" href={`#${contentId}`}>
      {t('layout.skipToContent')}
    </a>
  );
}

/** The page's main landmark, the target of the skip link. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main className="layout__main" id={contentId} tabIndex={-1}>
      {children}
    </main>
  );
}

export function HomeLink() {
  return (
    <Link className="home-link" to="/" viewTransition aria-label={t('layout.homeLink')}>
      <Logo />
    </Link>
  );
}

export function Footer() {
  const { analytics } = useFrame();
  const isAsked = useIsAsked();
  return (
    <>
      <footer className="footer">
        <nav className="footer__links" aria-label={t('layout.footer.label')}>
          {companyPages.map((page) => (
            <Link key={page} to={companyUrl(page)}>
              {t(`layout.footer.${page}`)}
            </Link>
          ))}
          <Link to={paths.apiReference}>{t('layout.footer.api')}</Link>
          {analytics && <Link to={paths.consent}>{t('layout.footer.cookies')}</Link>}
        </nav>
        <span>{t('layout.brand')}</span>
      </footer>
      {isAsked && <ConsentBar />}
    </>
  );
}

export function SignOutButton() {
  return (
    <Form method="post" action={paths.signOut}>
      <SubmitButton variant="quiet" icon="sign-out">
        <span className="header__sign-out">{t('layout.signOut')}</span>
      </SubmitButton>
    </Form>
  );
}
