import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';

/** @returns what says why something about backups was refused; a workspace that is not Online in words of its own. */
export function useRefusalText(): (code: ErrorCode) => string {
  const { t } = useTranslation();
  return (code) => (code === 'workspace_not_online' ? t('backup.blocked.notOnline') : t(`errors.${code}`));
}
