import { t } from '#app/i18n/t.ts';

/** What a password manager files the passphrase under. Without it, some would replace the person's own password. */
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
