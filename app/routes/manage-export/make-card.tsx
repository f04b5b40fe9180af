import { refusalText } from '#app/components/backup/refusal-text.ts';
import { sizeText } from '#app/components/backup/size-text.ts';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import type { BackupList, BackupRun } from '#app/domain/backup/backup.ts';
import { workspaceStateOf } from '#app/domain/billing/account-state.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface MakeCardProps {
  instance: InstanceView | null;
  backups: BackupList;
  /** Progress of the running backup, from the last push. */
  running: BackupRun | null;
  /** Whether a backup ended while the page was open. */
  isDone: boolean;
  /** Whether the viewer can start, download and restore backups. */
  canExport: boolean;
  /** Whether the viewer can have credentials. */
  canHaveCredentials: boolean;
  failure: ErrorCode | undefined;
}

/** Why no backup can start now, as an i18n key; null when one can. */
const blocks = {
  [InstanceStatus.Online]: null,
  [InstanceStatus.Pending]: 'pending',
  [InstanceStatus.Offline]: 'offline',
  [InstanceStatus.Stopped]: 'stopped',
} as const;

/** Starts a backup and shows its progress. A workspace that is being deleted has no such card. */
export function MakeCard(props: MakeCardProps) {
  const { instance, backups, running, isDone, canExport, canHaveCredentials, failure } = props;
  const workspace = workspaceStateOf(instance);
  if (workspace === 'deleting' || workspace === 'deleted') return null;
  const blocked = instance ? blocks[instance.status] : 'missing';
  const canStart = canExport && backups.canBackUp && blocked === null;
  return (
    <Card title={t('backup.make.title')}>
      {failure && <Notice tone="danger">{refusalText(failure)}</Notice>}
      {backups.lastFailure && !running && (
        <Notice tone="warning" title={t('backup.make.lastFailed')}>
          {t('backup.make.lastFailedBody')}
        </Notice>
      )}
      {blocked === null && <p className="text-muted">{t('backup.make.lead')}</p>}
      {/* The notice of the account's state explains why the workspace is stopped. */}
      {blocked === 'stopped' && <p>{t('backup.blocked.stopped')}</p>}
      {blocked !== null && blocked !== 'stopped' && (
        <Notice tone="warning">{t(`backup.blocked.${blocked}`)}</Notice>
      )}
      <p className="text-muted">{t('backup.make.scope')}</p>
      <RunningBackup running={running} isDone={isDone} />
      {!canExport && <p className="text-muted">{t('backup.make.readOnly')}</p>}
      {canStart && !running && (
        <div className="cluster">
          <PostForm action={paths.backups}>
            <SubmitButton name="intent" value="back-up">
              {t('backup.make.submit')}
            </SubmitButton>
          </PostForm>
          {canHaveCredentials && (
            <ButtonLink to={paths.credentialBackup} variant="secondary">
              {t('backup.make.withCredentials')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.backupUpload} variant="quiet">
            {t('backup.upload.title')}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}

const REFRESH_AFTER_SECONDS = '5';

/**
 * The running backup with its counts so far, then its end. The empty region stays, since screen readers announce only
 * changes inside a region they know. The counts are outside, or screen readers would announce each.
 */
function RunningBackup({ running, isDone }: Pick<MakeCardProps, 'running' | 'isDone'>) {
  const isHydrated = useHydrated();
  return (
    <>
      <div role="status">
        {running && (
          <p className="cluster">
            <Spinner />
            <strong>{t('backup.make.running')}</strong>
          </p>
        )}
        {!running && isDone && (
          <Notice tone="success" role="none">
            {t('backup.make.done')}
          </Notice>
        )}
      </div>
      {running && (
        <div>
          <p>{t('backup.make.counts', { count: running.workflows, size: sizeText(running.bytes) })}</p>
          <p className="text-muted text-sm">{t('backup.make.runningBody')}</p>
          {!isHydrated && (
            <>
              <noscript>
                <meta httpEquiv="refresh" content={REFRESH_AFTER_SECONDS} />
              </noscript>
              <ButtonLink to={paths.backups} reloadDocument>
                {t('backup.make.checkAgain')}
              </ButtonLink>
            </>
          )}
        </div>
      )}
    </>
  );
}
