import type { ReactNode } from 'react';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { t } from '#app/i18n/t.ts';
import { InstanceBadge } from '../instance/instance-status.tsx';
import { DefaultLayout } from '../layout/default-layout.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { type ManageScreen, manageScreensFor } from './manage-screens.ts';

export interface ManageLayoutProps {
  screen: ManageScreen['screen'];
  instance: InstanceView | null;
  /** By default the page's own notice. */
  flash?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens under /manage: the workspace's name, its status, and the navigation between them. */
export function ManageLayout({ screen, instance, flash, children }: ManageLayoutProps) {
  const { viewer } = useFrame();
  return (
    <DefaultLayout instance={instance} flash={flash}>
      <Page
        title={t('manage.title')}
        eyebrow={instance?.name}
        actions={instance && <InstanceBadge instance={instance} isLive={false} />}
      >
        {/* /manage/instance is the same screen as /manage: its tab is current on both. */}
        <Tabs
          label={t('manage.tabs.label')}
          tabs={(viewer ? manageScreensFor(viewer) : []).map((tab) => ({
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
