import { Button, type ButtonProps } from '../ui/button.tsx';
import { type SubmittedForm, useIsSubmitting } from './use-is-submitting.ts';

export interface SubmitButtonProps
  extends Omit<ButtonProps, 'type' | 'onClick'>,
    Pick<SubmittedForm, 'action' | 'method'> {}

/**
 * Submits its form, and shows a spinner while the browser sends it; a button with a name and a value only when it was
 * pressed itself. Pass `isPending` where the address does not tell the form from others of its page.
 */
export function SubmitButton({
  action,
  method,
  variant = 'primary',
  isPending,
  ...button
}: SubmitButtonProps) {
  const isSubmitting = useIsSubmitting({ action, method, name: button.name, value: button.value });
  return <Button {...button} type="submit" variant={variant} isPending={isPending ?? isSubmitting} />;
}
