import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
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
