import { TextField, type TextFieldProps } from '../form/field.tsx';

/** A code of an authenticator app, or a recovery code, which has letters. A number would lose its leading zeros. */
export function CodeField(props: Pick<TextFieldProps, 'field' | 'label' | 'hint' | 'inputMode'>) {
  return (
    <TextField
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
    />
  );
}
