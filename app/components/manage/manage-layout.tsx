import type { ReactNode } from 'react';
import { can } from '#app/domain/access/roles.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { InstanceBadge } from '../instance/instance-status.tsx';
import { DefaultLayout } from '../layout/default-layout.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** The screens under /manage, in their order (spec §2). */
const tabs = [
  { screen: 'settings', to: paths.manage, permission: 'workspace:configure' },
  { screen: 'status', to: paths.manageStatus, permission: 'workspace:configure' },
  { screen: 'usage', to: paths.usage, permission: 'workspace:view' },
  { screen: 'webhooks', to: paths.webhooks, permission: 'workspace:view' },
  { screen: 'export', to: paths.backups, permission: 'workspace:view' },
  { screen: 'billing', to: paths.billing, permission: 'billing:manage' },
] as const;

export interface ManageLayoutProps {
  screen: (typeof tabs)[number]['screen'];
  instance: InstanceView | null;
  /** By default the page's own notice. */
  flash?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens under /manage: the workspace's name, how it is, and the way between them. */
export function ManageLayout({ screen, instance, flash, children }: ManageLayoutProps) {
  const { viewer } = useFrame();
  const open = tabs.filter(
    ({ screen: of, permission }) =>
      viewer && can(viewer.role, permission) && (of !== 'billing' || viewer.hasBilling),
  );
  return (
    <DefaultLayout instance={instance} flash={flash}>
      <Page
        title={t('manage.title')}
        eyebrow={instance?.name}
        actions={<InstanceBadge instance={instance} isLive={false} />}
      >
        {/* /manage/instance is the same screen as /manage: its tab is current on both. */}
        <Tabs
          label={t('manage.tabs.label')}
          tabs={open.map((tab) => ({
            to: tab.to,
            label: t(`manage.tabs.${tab.screen}`),
            isCurrent: tab.screen === screen,
          }))}
        />
        {children}
      </Page>
    </DefaultLayout>
  );
}
