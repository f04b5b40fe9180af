import type { ReactNode } from 'react';
import { PostForm } from './post-form.tsx';
import { SubmitButton, type SubmitButtonProps } from './submit-button.tsx';

export interface ConfirmedFormProps extends Pick<SubmitButtonProps, 'variant'> {
  /** The address to post to. */
  action: string;
  intent: string;
  /** The hidden field that identifies the row, in a list of such forms. */
  target?: { name: string; value: string };
  /** UTC ms; for a press that means what the page shows, and nothing that came later. */
  until?: number;
  /** The button that opens the question. */
  summary: ReactNode;
  /** The summary's accessible name, for several with the same text. */
  summaryLabel?: string | undefined;
  question: ReactNode;
  submit: ReactNode;
}

/** A button that asks before it posts. The second step is a `details`, which needs no script. */
export function ConfirmedForm({
  action,
  intent,
  target,
  until,
  summary,
  summaryLabel,
  question,
  submit,
  variant = 'danger',
}: ConfirmedFormProps) {
  return (
    <details className="confirm">
      <summary className={`button button--${target ? 'quiet' : 'secondary'}`} aria-label={summaryLabel}>
        {summary}
      </summary>
      <PostForm action={action} className="confirm__step cluster">
        {target && <input type="hidden" name={target.name} value={target.value} />}
        {until !== undefined && <input type="hidden" name="until" value={until} />}
        <p>{question}</p>
        <SubmitButton name="intent" value={intent} variant={variant}>
          {submit}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
