import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { checkboxProps, choiceProps } from './control-props.ts';
import { FieldErrors } from './error-list.tsx';
import type { FieldBaseProps } from './field-frame.tsx';

/** A checkbox for a yes or no. The label may contain links. */
export function CheckboxField({ field, label }: Pick<FieldBaseProps, 'field' | 'label'>) {
  return (
    <div className="field">
      <div className="checkbox">
        <input className="checkbox__input" {...checkboxProps(field)} />
        <label className="checkbox__label" htmlFor={field.id}>
          {label}
        </label>
      </div>
      <FieldErrors field={field} />
    </div>
  );
}

export interface ChoiceTileProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type'> {
  type: 'radio' | 'checkbox';
  label: ReactNode;
  hint?: ReactNode;
  /** Before the label: an app's logo. */
  media?: ReactNode;
}

/** An option as a tile; its input stays real, so that it works with the keyboard and without JavaScript. */
export function ChoiceTile({ label, hint, media, ...input }: ChoiceTileProps) {
  return (
    <label className="choice">
      <input className="choice__input" {...input} />
      {media && (
        <span className="choice__media" aria-hidden="true">
          {media}
        </span>
      )}
      <span className="choice__text">
        <span>{label}</span>
        {hint && <span className="choice__hint">{hint}</span>}
      </span>
    </label>
  );
}

interface ChoiceOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
}

export interface ChoiceGroupFieldProps extends Omit<FieldBaseProps, 'isOptional'> {
  /** One of the options, or any number of them. */
  type?: 'radio' | 'checkbox';
  options: readonly ChoiceOption[];
  /** How many side by side on a wide screen; on a phone at most two. */
  columns?: 1 | 3 | 4 | 6 | undefined;
}

/**
 * A choice of a few visible options. No fieldset: browsers describe a fieldset's errors differently, and only a radio
 * group can be invalid.
 */
export function ChoiceGroupField({
  type = 'radio',
  field,
  label,
  hint,
  options,
  columns = 1,
}: ChoiceGroupFieldProps) {
  const inputs = choiceProps(
    field,
    type,
    options.map((option) => option.value),
  );
  const isInvalid = field.errors?.length ? true : undefined;
  const labelId = `${field.id}-label`;
  const group = {
    'aria-labelledby': labelId,
    ...(type === 'radio' ? { role: 'radiogroup', 'aria-invalid': isInvalid } : { role: 'group' }),
  };
  const descriptions = [isInvalid && field.errorId, hint && field.descriptionId].filter(Boolean);
  return (
    <div
      className="field field--group"
      {...group}
      id={field.id}
      aria-describedby={descriptions.join(' ') || undefined}
    >
      <div className="field__label" id={labelId}>
        {label}
      </div>
      {hint && (
        <div className="field__hint" id={field.descriptionId}>
          {hint}
        </div>
      )}
      <div className={`choices choices--${columns}`}>
        {inputs.map((input, index) => (
          <ChoiceTile
            key={input.value}
            {...input}
            label={options[index]?.label}
            hint={options[index]?.hint}
          />
        ))}
      </div>
      <FieldErrors field={field} />
    </div>
  );
}
