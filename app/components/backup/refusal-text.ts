import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { t } from '#app/i18n/t.ts';

/** @returns why an action on backups was refused, with a separate sentence for a workspace that is not Online. */
export function refusalText(code: ErrorCode): string {
  return code === 'workspace_not_online' ? t('backup.blocked.notOnline') : t(`errors.${code}`);
}
