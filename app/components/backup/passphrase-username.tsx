import { t } from '#app/i18n/t.ts';

/**
 * The user name under which a password manager files the passphrase. Without it, some would replace the person's own
 * password.
 */
export function PassphraseUsername({ workspaceName }: { workspaceName: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={t('backup.credentials.username', { name: workspaceName })}
      readOnly
      hidden
    />
  );
}
