import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { SelectBox } from '#app/components/ui/select-box.tsx';
import { t } from '#app/i18n/t.ts';
import { selectProps, textProps } from './control-props.ts';
import { type FieldBaseProps, FieldFrame } from './field-frame.tsx';

type TextInputAttributes = Pick<
  ComponentPropsWithoutRef<'input'>,
  'autoCapitalize' | 'autoComplete' | 'autoCorrect' | 'inputMode' | 'maxLength' | 'spellCheck'
>;

export interface TextFieldProps extends FieldBaseProps, TextInputAttributes {
  type?: 'text' | 'email';
  /** Inside the box, after the input: a unit, a domain. */
  suffix?: ReactNode;
}

/** A single-line text field. */
export function TextField({
  field,
  label,
  hint,
  isOptional,
  type = 'text',
  suffix,
  ...attributes
}: TextFieldProps) {
  const props = textProps(field, Boolean(hint));
  return (
    <FieldFrame {...{ field, label, hint, isOptional }}>
      <div className="input-box">
        <input
          className="input-box__input"
          type={type}
          {...(type === 'email' && { autoCapitalize: 'none', spellCheck: false })}
          {...props}
          {...attributes}
        />
        {suffix && <span className="input-box__affix">{suffix}</span>}
      </div>
    </FieldFrame>
  );
}

interface SelectOption {
  value: string;
  label: string;
}

export interface SelectFieldProps extends FieldBaseProps {
  options: readonly SelectOption[];
  /** The empty option's text; default "Choose one". Null omits the option and selects the first. */
  placeholder?: string | null | undefined;
  autoComplete?: string | undefined;
}

/** A choice of several options, in the browser's own list. */
export function SelectField({ field, hint, options, placeholder, autoComplete, ...frame }: SelectFieldProps) {
  const props = selectProps(field, Boolean(hint));
  return (
    <FieldFrame field={field} hint={hint} {...frame}>
      <SelectBox {...props} autoComplete={autoComplete}>
        {placeholder !== null && <option value="">{placeholder ?? t('ui.chooseOne')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectBox>
    </FieldFrame>
  );
}
