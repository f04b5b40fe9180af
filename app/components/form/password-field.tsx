import { useNavigation } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { Icon } from '../ui/icons.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { textProps } from './control-props.ts';
import { type FieldBaseProps, FieldFrame } from './field-frame.tsx';

export interface PasswordFieldProps extends FieldBaseProps {
  autoComplete: 'current-password' | 'new-password';
}

/** Runs before paint, so that the user cannot type between a response and its effect. The server paints nothing. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Never writes the password into the page, and clears the input when its submission comes back, refused. */
export function PasswordField({ field, hint, autoComplete, ...frame }: PasswordFieldProps) {
  const isHydrated = useHydrated();
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wasSubmitted = useRef(false);
  const { state, formData } = useNavigation();
  const isSubmitted = state === 'submitting' && formData?.has(field.name);

  // Clears with the response, not after the reload that follows: the user may have typed the next password by then.
  useBeforePaint(() => {
    if (isSubmitted) {
      wasSubmitted.current = true;
    } else if (wasSubmitted.current) {
      wasSubmitted.current = false;
      if (input.current) input.current.value = '';
      setIsShown(false);
    }
  }, [isSubmitted]);

  const props = textProps(field, Boolean(hint));
  return (
    <FieldFrame field={field} hint={hint} {...frame}>
      <div className="input-box input-box--password">
        <input
          ref={input}
          className="input-box__input"
          {...props}
          defaultValue={undefined}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        {isHydrated && (
          <button
            type="button"
            className="icon-button input-box__toggle"
            aria-pressed={isShown}
            aria-controls={field.id}
            aria-label={t('ui.showPassword')}
            title={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
