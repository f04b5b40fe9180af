import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SubmitButton, type SubmitButtonProps } from '../form/submit-button.tsx';

export interface RowFormProps extends Pick<SubmitButtonProps, 'variant' | 'aria-label'> {
  /** Where it posts to. */
  action: string;
  intent: string;
  /** The hidden field that says which entry is meant. */
  target: { name: string; value: string };
  /** Controls before the button. */
  children?: ReactNode;
  submit: ReactNode;
  className?: string | undefined;
}

/** One entry's form in a list of many alike: only the sent one's button shows that it is under way. */
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
  const { formData } = useNavigation();
  const isPending = formData?.get('intent') === intent && formData.get(target.name) === target.value;
  return (
    <Form method="post" action={action} className={className}>
      <input type="hidden" name={target.name} value={target.value} />
      {children}
      <SubmitButton
        {...button}
        action={action}
        name="intent"
        value={intent}
        variant={variant}
        isPending={isPending}
      >
        {submit}
      </SubmitButton>
    </Form>
  );
}
