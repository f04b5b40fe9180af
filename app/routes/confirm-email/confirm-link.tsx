import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Page } from '#app/components/ui/page.tsx';

/** What the mailed link opens: the button that confirms. It posts to the link's own address. */
export function ConfirmLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const { failure } = useFormAnswer();
  return (
    <Page title={t('confirm.link.title')} lead={t('confirm.link.lead')} width="narrow">
      <Form method="post" action={`/confirm-email?${new URLSearchParams({ token })}`} className="form">
        <FailureNotice code={failure} />
        <SubmitButton size="lg">{t('confirm.link.submit')}</SubmitButton>
      </Form>
    </Page>
  );
}
