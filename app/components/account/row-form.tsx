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
}

/** The form of one row in a list. */
export function RowForm({
  action,
  intent,
  target,
  children,
  submit,
  variant = 'secondary',
  ...button
}: RowFormProps) {
  return (
    <PostForm action={action} className="cluster">
      <input type="hidden" name={target.name} value={target.value} />
      {children}
      <SubmitButton {...button} name="intent" value={intent} variant={variant}>
        {submit}
      </SubmitButton>
    </PostForm>
  );
}
