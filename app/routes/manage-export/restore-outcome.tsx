import { Notice } from '#app/components/ui/notice.tsx';
import type { RestoreOutcome } from '#app/domain/backup/restore.ts';
import { t } from '#app/i18n/t.ts';

const kinds = ['changed', 'added', 'unchanged'] as const;

/** The result of a restore, in figures. */
export function RestoreOutcomeNotice({ outcome }: { outcome: RestoreOutcome }) {
  const hasWorkflows = kinds.some((kind) => outcome[kind] > 0);
  const title = hasWorkflows ? 'backup.outcome.title' : 'backup.outcome.titleCredentials';
  return (
    <Notice tone="success" title={t(title)}>
      <ul>
        {kinds.map(
          (kind) =>
            outcome[kind] > 0 && <li key={kind}>{t(`backup.outcome.${kind}`, { count: outcome[kind] })}</li>,
        )}
        {outcome.credentials && hasWorkflows && <li>{t('backup.outcome.credentials')}</li>}
      </ul>
    </Notice>
  );
}
