import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { FailureNotice, useFormAnswer } from '../form/form-answer.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { Page } from '../ui/page.tsx';

export interface LinkButtonProps {
  title: ReactNode;
  lead: ReactNode;
  submit: ReactNode;
  /** `danger` for what cannot be undone. */
  variant?: 'primary' | 'danger';
}

/**
 * What a mailed link opens: one button that does what the link is for, since opening alone does nothing (mail
 * scanners open links too). It posts to the address of its page, which contains the token.
 */
export function LinkButton({ title, lead, submit, variant = 'primary' }: LinkButtonProps) {
  const { failure } = useFormAnswer();
  return (
    <Page title={title} lead={lead} width="narrow">
      <Form method="post" className="form">
        <FailureNotice sentence={failure} />
        <SubmitButton size="lg" variant={variant}>
          {submit}
        </SubmitButton>
      </Form>
    </Page>
  );
}
