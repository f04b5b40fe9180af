import { CREDENTIALS_FILE, OPEN_CREDENTIALS_SCRIPT } from '#app/domain/backup/open-credentials.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

const parts = { file: CREDENTIALS_FILE, passphrase: 'passphrase.txt', script: 'open.mjs' };

/** Explains how to open an archive's credentials without the portal: the file's format and a script. */
export function OpenByHand() {
  return (
    <details>
      <summary>{t('backup.credentials.byHand.title')}</summary>
      <div className="stack">
        <p>
          <Trans i18nKey="backup.credentials.byHand.format" values={parts} components={{ code: <code /> }} />
        </p>
        <p>
          <Trans i18nKey="backup.credentials.byHand.steps" values={parts} components={{ code: <code /> }} />
        </p>
        <pre className="code-block">
          <code>{OPEN_CREDENTIALS_SCRIPT}</code>
        </pre>
      </div>
    </details>
  );
}
