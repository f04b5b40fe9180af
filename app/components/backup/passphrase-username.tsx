import { t } from '#app/i18n/t.ts';

/** The name under which a password manager files the passphrase; without it, some would replace the person's password. */
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
