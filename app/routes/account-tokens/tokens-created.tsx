import { useEffect, useRef } from 'react';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

export interface CreatedToken {
  name: string;
  token: string;
}

/** A token, the one time that it is shown. One click selects the whole of it, with no script. */
export function TokensCreated({ name, token }: CreatedToken) {
  const output = useRef<HTMLOutputElement>(null);
  // The form that had the focus is gone, and was below: on a phone the token would be off the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each token takes the focus.
  useEffect(() => output.current?.focus(), [token]);
  return (
    <Notice tone="success" title={t('apiTokens.created.title')}>
      <p>{t('apiTokens.created.lead')}</p>
      <p>
        <output
          className="secret"
          ref={output}
          tabIndex={-1}
          aria-label={t('apiTokens.created.label', { name })}
        >
          {token}
        </output>
        <CopyButton text={token} label={t('apiTokens.created.copy')} />
      </p>
      <p className="text-sm">
        <Trans i18nKey="apiTokens.created.use" />
      </p>
    </Notice>
  );
}
