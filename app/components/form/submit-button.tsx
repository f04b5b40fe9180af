import { type ComponentPropsWithoutRef, useRef } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { useIsSubmitter } from './use-is-submitter.ts';

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'onClick'>;

/** Submits its form, and shows a spinner while the browser sends the form because of this button. */
export function SubmitButton({ variant = 'primary', isPending = false, ...button }: SubmitButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const isSubmitter = useIsSubmitter(ref);
  return (
    <Button {...button} ref={ref} type="submit" variant={variant} isPending={isPending || isSubmitter} />
  );
}

/** A submit button without a style; the caller gives its class. */
export function PlainSubmit(button: ComponentPropsWithoutRef<'button'>) {
  const ref = useRef<HTMLButtonElement>(null);
  const isSubmitter = useIsSubmitter(ref);
  return <button {...button} ref={ref} type="submit" data-pending={isSubmitter || undefined} />;
}
