import type { ReactNode } from 'react';
import { can, type Permission } from '#app/domain/access/roles.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { DefaultLayout } from '../layout/default-layout.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

interface Tab {
  screen: 'profile' | 'security' | 'members' | 'activity' | 'tokens';
  to: string;
  permission: Permission;
}

/** The screens under /account, in their order. */
const tabs: readonly Tab[] = [
  { screen: 'profile', to: paths.account, permission: 'profile:manage' },
  { screen: 'security', to: paths.accountSecurity, permission: 'profile:manage' },
  { screen: 'members', to: paths.accountMembers, permission: 'member:manage' },
  { screen: 'activity', to: paths.accountActivity, permission: 'activity:view' },
  { screen: 'tokens', to: paths.accountTokens, permission: 'profile:manage' },
];

export interface AccountLayoutProps {
  screen: Tab['screen'];
  /** By default the page's own notice. */
  flash?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens under /account, with tabs for those that the viewer can open. */
export function AccountLayout({ screen, flash, children }: AccountLayoutProps) {
  const { viewer } = useFrame();
  const open = tabs.filter(({ permission }) => viewer && can(viewer.role, permission));
  return (
    <DefaultLayout flash={flash}>
      <Page title={t('accountPage.title')}>
        <Tabs
          label={t('accountPage.tabs.label')}
          tabs={open.map((tab) => ({
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
