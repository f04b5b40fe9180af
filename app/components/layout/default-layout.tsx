import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { LiveAnnouncement } from '../instance/live-announcement.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { BillingBanner, bannerOf, UpgradeButton } from './billing-banner.tsx';
import { DeferredHeaderTools, DeferredToasts } from './deferred-tools.tsx';
import { navigationFor } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';
import { PageFlash, useFrame } from './page-flash.tsx';
import { Footer, HomeLink, Main, SkipLink } from './parts.tsx';
import { selectUsageWarning, UsageBanner } from './usage-banner.tsx';

export interface DefaultLayoutProps {
  /** The workspace, on a page that reads its status. */
  instance?: InstanceView | null;
  /** By default the page's own notice; null leaves it out. */
  flash?: ReactNode;
  children: ReactNode;
}

/**
 * The portal (spec §2 "Default"); visitors get a sign-in link instead of the navigation. On a phone the navigation is a
 * second row, which needs no script.
 */
export function DefaultLayout({ instance = null, flash = <PageFlash />, children }: DefaultLayoutProps) {
  const frame = useFrame();
  const { viewer } = frame;
  const trouble = bannerOf(frame);
  const usageWarning = selectUsageWarning(frame, instance, useLocation().pathname);
  return (
    <div className="layout">
      <SkipLink />
      <header className="header">
        <div className="header__bar">
          <HomeLink />
          {viewer && (
            <nav className="main-navigation" aria-label={t('layout.navigation.label')}>
              {navigationFor(viewer).map(({ screen, to }) => (
                <NavigationLink key={to} to={to}>
                  {t(`layout.navigation.${screen}`)}
                </NavigationLink>
              ))}
            </nav>
          )}
          <div className="header__actions">
            <UpgradeButton frame={frame} />
            {viewer ? (
              <DeferredHeaderTools viewer={viewer} />
            ) : (
              <ButtonLink to={paths.login} variant="quiet">
                {t('layout.signIn')}
              </ButtonLink>
            )}
          </div>
        </div>
      </header>
      {(frame.areOperationsDisabled || usageWarning || trouble) && (
        <section className="layout__banners stack stack--sm" aria-label={t('layout.banners')}>
          {/* It cannot be closed while workspaces cannot be changed (spec §2, "Banners"). */}
          {frame.areOperationsDisabled && (
            <Notice tone="warning" title={t('layout.technicalIssues.title')}>
              {t('layout.technicalIssues.body')}
            </Notice>
          )}
          {viewer && trouble && <BillingBanner status={trouble} viewer={viewer} />}
          {usageWarning && <UsageBanner warning={usageWarning} />}
        </section>
      )}
      {flash}
      {viewer && (
        <div className="layout__news">
          {instance && <LiveAnnouncement shown={instance} />}
          <DeferredToasts isStatusShown={instance !== null} />
        </div>
      )}
      <Main>{children}</Main>
      <Footer />
    </div>
  );
}
