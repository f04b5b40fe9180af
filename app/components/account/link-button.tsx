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
 * The page of a mailed link: one button that does what the link is for. Opening the link alone does nothing, because
 * mail scanners open links too. The button posts to the address of its page, which contains the token.
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
