import { textProps } from '#app/components/form/control-props.ts';
import { describeByHint, type FieldBaseProps, FieldFrame } from '#app/components/form/field-frame.tsx';

export interface TextAreaFieldProps extends FieldBaseProps {
  /** Lines in sight before it grows. */
  rows: number;
}

/** Text of several lines. */
export function TextAreaField({ field, hint, rows, ...frame }: TextAreaFieldProps) {
  const props = textProps(field, describeByHint({ field, hint }));
  return (
    <FieldFrame field={field} hint={hint} {...frame}>
      <div className="input-box">
        <textarea className="input-box__input" rows={rows} {...props} />
      </div>
    </FieldFrame>
  );
}
