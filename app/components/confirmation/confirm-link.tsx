import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from '../form/submit-button.tsx';
import { Page } from '../ui/page.tsx';

/** What the mailed link opens: the button that confirms. */
export function ConfirmLink({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t('confirm.link.title')} lead={t('confirm.link.lead')} width="narrow">
      <Form method="post" action="/confirm-email" className="form">
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg">{t('confirm.link.submit')}</SubmitButton>
      </Form>
    </Page>
  );
}
