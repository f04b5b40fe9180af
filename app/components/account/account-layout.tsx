import type { ReactNode } from 'react';
import { t } from '#app/i18n/t.ts';
import { type AccountScreen, accountScreensFor } from '../layout/account-screens.ts';
import { DefaultLayout } from '../layout/default-layout.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

export interface AccountLayoutProps {
  screen: AccountScreen['screen'];
  children: ReactNode;
}

/** The frame of the screens under /account, with tabs for those that the viewer can open. */
export function AccountLayout({ screen, children }: AccountLayoutProps) {
  const { viewer } = useFrame();
  return (
    <DefaultLayout>
      <Page title={t('accountPage.title')}>
        <Tabs
          label={t('accountPage.tabs.label')}
          tabs={(viewer ? accountScreensFor(viewer.role) : []).map((tab) => ({
            to: tab.to,
            label: t(`accountPage.tabs.${tab.screen}`),
            isCurrent: tab.screen === screen,
          }))}
        />
        {children}
      </Page>
    </DefaultLayout>
  );
}
