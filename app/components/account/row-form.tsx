import type { ReactNode } from 'react';
import { PostForm } from '../form/post-form.tsx';
import { SubmitButton, type SubmitButtonProps } from '../form/submit-button.tsx';

export interface RowFormProps extends Pick<SubmitButtonProps, 'variant' | 'aria-label'> {
  /** The address to post to. */
  action: string;
  intent: string;
  /** The hidden field that identifies the row. */
  target: { name: string; value: string };
  /** Controls before the button. */
  children?: ReactNode;
  submit: ReactNode;
  className?: string | undefined;
}

/** The form of one row in a list. */
export function RowForm({
  action,
  intent,
  target,
  children,
  submit,
  variant = 'secondary',
  className = 'cluster',
  ...button
}: RowFormProps) {
  return (
    <PostForm action={action} className={className}>
      <input type="hidden" name={target.name} value={target.value} />
      {children}
      <SubmitButton {...button} name="intent" value={intent} variant={variant}>
        {submit}
      </SubmitButton>
    </PostForm>
  );
}

export interface ConfirmedRowFormProps extends Pick<RowFormProps, 'action' | 'intent' | 'target' | 'submit'> {
  /** The button that opens the question. */
  summary: ReactNode;
  /** The summary's accessible name, for several with the same text. */
  summaryLabel?: string | undefined;
  question: ReactNode;
}

/** A row's form in two steps, for what cannot be undone. A `details` needs no script. */
export function ConfirmedRowForm({ summary, summaryLabel, question, ...form }: ConfirmedRowFormProps) {
  return (
    <details className="confirm">
      <summary className="button button--quiet" aria-label={summaryLabel}>
        {summary}
      </summary>
      <RowForm {...form} variant="danger" className="confirm__step cluster">
        <p>{question}</p>
      </RowForm>
    </details>
  );
}
