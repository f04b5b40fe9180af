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
 * The page of a mailed link: one button that posts to the page's address, which contains the token. Opening the link does
 * nothing: mail scanners open links too.
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
