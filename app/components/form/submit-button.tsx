import { useFormAction, useNavigation } from '@remix-run/react';
import { Button, type ButtonProps } from '../ui/button.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'onClick'> {
  /** The address that its form posts to, when it is not the current route. */
  action?: string | undefined;
}

const pathOf = (url: string) => url.split(/[?#]/, 1)[0];

/**
 * Submits its form, and shows a spinner while the browser posts to the same path; a button with a name and a value only
 * when it was pressed itself. Pass `isPending` for a fetcher's form.
 */
export function SubmitButton({ action, variant = 'primary', isPending, ...button }: SubmitButtonProps) {
  const ownAction = useFormAction(action);
  const navigation = useNavigation();
  const isOwnForm =
    navigation.formAction !== undefined && pathOf(navigation.formAction) === pathOf(ownAction);
  const isOwnButton =
    button.name === undefined || navigation.formData?.get(button.name) === String(button.value ?? '');
  return (
    <Button {...button} type="submit" variant={variant} isPending={isPending ?? (isOwnForm && isOwnButton)} />
  );
}
