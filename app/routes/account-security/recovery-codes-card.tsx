import { Form } from '@remix-run/react';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The number of unused recovery codes, with a button that replaces them all. */
export function RecoveryCodesCard({ left }: { left: number }) {
  const action = paths.accountSecurity;
  return (
    <Card title={t('accountSecurity.codes.title')}>
      <p className="text-muted">{t('accountSecurity.codes.lead')}</p>
      <p>
        <strong>{t('accountSecurity.codes.left', { count: left })}</strong>
      </p>
      <details className="confirm">
        <summary className="button button--secondary">{t('accountSecurity.codes.replace')}</summary>
        <Form method="post" action={action} className="confirm__step cluster">
          <p>{t('accountSecurity.codes.replaceConfirm')}</p>
          <SubmitButton action={action} name="intent" value="replace-codes" variant="danger">
            {t('accountSecurity.codes.replaceSubmit')}
          </SubmitButton>
        </Form>
      </details>
    </Card>
  );
}
