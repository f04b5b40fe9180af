import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { t } from '#app/i18n/t.ts';

/** @returns what says why something about backups was refused; a workspace that is not Online in words of its own. */
export function useRefusalText(): (code: ErrorCode) => string {
  return (code) => (code === 'workspace_not_online' ? t('backup.blocked.notOnline') : t(`errors.${code}`));
}
