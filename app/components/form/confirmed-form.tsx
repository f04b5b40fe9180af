import type { ReactNode } from 'react';
import { PostForm } from './post-form.tsx';
import { SubmitButton, type SubmitButtonProps } from './submit-button.tsx';

export interface ConfirmedFormProps extends Pick<SubmitButtonProps, 'variant'> {
  /** The address to post to. */
  action: string;
  intent: string;
  /** The button that opens the question. */
  summary: ReactNode;
  question: ReactNode;
  submit: ReactNode;
}

/** A button that asks before it posts. The second step is a `details`, which needs no script. */
export function ConfirmedForm({
  action,
  intent,
  summary,
  question,
  submit,
  variant = 'danger',
}: ConfirmedFormProps) {
  return (
    <details className="confirm">
      <summary className="button button--secondary">{summary}</summary>
      <PostForm action={action} className="confirm__step cluster">
        <p>{question}</p>
        <SubmitButton name="intent" value={intent} variant={variant}>
          {submit}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
