import { TextField } from '../form/field.tsx';
import type { FieldBaseProps } from '../form/field-frame.tsx';

/**
 * A code of an authenticator app, or a recovery code. Text and no number: recovery codes have letters, and a number loses
 * its leading zeros.
 */
export function CodeField(props: Pick<FieldBaseProps, 'field' | 'label' | 'hint'>) {
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
