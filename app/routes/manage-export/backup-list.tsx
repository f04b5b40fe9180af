import { Link } from '@remix-run/react';
import { sizeText } from '#app/components/backup/size-text.ts';
import { Card } from '#app/components/ui/card.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime, useDateText } from '#app/components/ui/time.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { Backup } from '#app/domain/backup/backup.ts';
import { workspaceStateOf } from '#app/domain/billing/account-state.ts';
import { backupDownloadPath, backupRestorePath } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import type { MakeCardProps } from './make-card.tsx';

export type BackupListCardProps = Pick<
  MakeCardProps,
  'instance' | 'backups' | 'canExport' | 'canHaveCredentials'
>;

/** Every complete backup, newest first, with its links. */
export function BackupListCard({ instance, backups, canExport, canHaveCredentials }: BackupListCardProps) {
  const workspace = workspaceStateOf(instance);
  return (
    <Card title={t('backup.list.title')}>
      {workspace !== 'deleted' && <p className="text-muted">{t('backup.list.lead')}</p>}
      {backups.backups.length === 0 ? (
        <div>
          <p>{t(`backup.list.empty.${workspace}.title`)}</p>
          <p className="text-muted">{t(`backup.list.empty.${workspace}.body`)}</p>
        </div>
      ) : (
        <ul className="rows">
          {backups.backups.map((backup) => (
            <Entry
              key={backup.id}
              backup={backup}
              canExport={canExport}
              canDownload={canHaveCredentials || !backup.hasCredentials}
              canRestore={backups.canBackUp}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface EntryProps {
  backup: Backup;
  canExport: boolean;
  canDownload: boolean;
  canRestore: boolean;
}

function Entry({ backup, canExport, canDownload, canRestore }: EntryProps) {
  const dateText = useDateText();
  // Every row has the same link texts: a hidden date distinguishes them for screen readers.
  const which = (
    <VisuallyHidden> {t('backup.list.of', { date: dateText(backup.takenAt, 'dateTime') })}</VisuallyHidden>
  );
  return (
    <Row
      title={<LocalTime at={backup.takenAt} format="dateTime" />}
      facts={
        <>
          {t('backup.list.facts', { count: backup.workflows, size: sizeText(backup.bytes) })}
          {backup.hasCredentials && (
            <>
              <br />
              {t(canDownload ? 'backup.list.withCredentials' : 'backup.list.withCredentialsOwners')}
            </>
          )}
        </>
      }
    >
      <StatusBadge tone="plain">{t(`backup.list.trigger.${backup.trigger}`)}</StatusBadge>
      {canExport && (
        <div className="cluster">
          {canDownload && (
            <Link to={backupDownloadPath(backup.id)} reloadDocument>
              {t('backup.list.download')}
              {which}
            </Link>
          )}
          {canRestore && (
            <Link to={backupRestorePath({ backup: backup.id })}>
              {t('backup.list.restore')}
              {which}
            </Link>
          )}
        </div>
      )}
    </Row>
  );
}
