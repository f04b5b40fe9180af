import { Form } from '@remix-run/react';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { t } from '#app/i18n/t.ts';

/** The mailed link's page: the button that confirms. It posts to the link's own address. */
export function ConfirmLink({ token }: { token: string }) {
  const { failure } = useFormAnswer();
  return (
    <Page title={t('confirm.link.title')} lead={t('confirm.link.lead')} width="narrow">
      <Form method="post" action={`/confirm-email?${new URLSearchParams({ token })}`} className="form">
        <FailureNotice sentence={failure} />
        <SubmitButton size="lg">{t('confirm.link.submit')}</SubmitButton>
      </Form>
    </Page>
  );
}
