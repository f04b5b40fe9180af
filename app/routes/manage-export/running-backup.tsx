import { sizeText } from '#app/components/backup/size-text.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import type { BackupRun } from '#app/domain/backup/backup.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const REFRESH_AFTER_SECONDS = '5';

/**
 * The running backup with its counts so far, then its end. The empty region stays, since screen readers announce only
 * changes inside a region they know. The counts are outside, or screen readers would announce each.
 */
export function RunningBackup({ running, isDone }: { running: BackupRun | null; isDone: boolean }) {
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
