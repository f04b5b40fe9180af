import { useEffect, useRef } from 'react';
import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The number of unused recovery codes, with a button that replaces them all. */
export function RecoveryCodesCard({ left }: { left: number }) {
  return (
    <Card title={t('accountSecurity.codes.title')}>
      <p className="text-muted">{t('accountSecurity.codes.lead')}</p>
      <p>
        <strong>{t('accountSecurity.codes.left', { count: left })}</strong>
      </p>
      <ConfirmedForm
        action={paths.accountSecurity}
        intent="replace-codes"
        summary={t('accountSecurity.codes.replace')}
        question={t('accountSecurity.codes.replaceConfirm')}
        submit={t('accountSecurity.codes.replaceSubmit')}
      />
    </Card>
  );
}

interface NewRecoveryCodesProps {
  codes: readonly string[];
  /** The next page once the person has saved them. */
  next: string;
}

/** Recovery codes, the one time that they are shown. One click selects all of them, with no script. */
export function NewRecoveryCodes({ codes, next }: NewRecoveryCodesProps) {
  const isHydrated = useHydrated();
  const list = useRef<HTMLOListElement>(null);
  const text = `${codes.join('\n')}\n`;
  // The form that had the focus is gone, and the page starts above.
  useEffect(() => list.current?.focus(), []);
  return (
    <Notice tone="success" title={t('accountSecurity.codes.shownTitle')}>
      <p>{t('accountSecurity.codes.shownLead')}</p>
      <ol
        className="secret recovery-codes"
        ref={list}
        tabIndex={-1}
        aria-label={t('accountSecurity.codes.title')}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-codes__actions cluster">
        <CopyButton text={text} label={t('accountSecurity.codes.copy')} isLabelShown />
        <a
          className="button button--secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="weft-cloud-recovery-codes.txt"
        >
          {t('accountSecurity.codes.download')}
        </a>
        {isHydrated && <Button onClick={() => window.print()}>{t('accountSecurity.codes.print')}</Button>}
        <ButtonLink to={next} variant="primary">
          {t('accountSecurity.codes.done')}
        </ButtonLink>
      </div>
    </Notice>
  );
}
