import type { ReactNode } from 'react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { DefaultLayout } from '../layout/default-layout.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Notice, type NoticeProps } from '../ui/notice.tsx';
import { Page, type PageProps } from '../ui/page.tsx';

export interface BackupPageProps extends Pick<PageProps, 'title' | 'lead'> {
  workspaceName: string;
  children: ReactNode;
}

/** The frame of the screens below /manage/export. */
export function BackupPage({ workspaceName, children, ...page }: BackupPageProps) {
  return (
    <DefaultLayout>
      <Page {...page} eyebrow={t('backup.restore.eyebrow', { name: workspaceName })}>
        {children}
      </Page>
    </DefaultLayout>
  );
}

/** Explains why a screen has nothing to offer, with a link back to the backups. */
export function BackupDeadEnd({ tone, children }: Pick<NoticeProps, 'tone' | 'children'>) {
  return (
    <>
      <Notice tone={tone}>{children}</Notice>
      <div className="cluster">
        <ButtonLink to={paths.backups}>{t('backup.restore.cancel')}</ButtonLink>
      </div>
    </>
  );
}
