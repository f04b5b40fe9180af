import { getTextareaProps } from '@conform-to/react';
import { describedByHint, type FieldBaseProps, FieldFrame } from './field-frame.tsx';

export interface TextAreaFieldProps extends FieldBaseProps {
  /** Lines in sight before it grows. */
  rows: number;
}

/** Text of several lines. */
export function TextAreaField({ field, hint, rows, ...frame }: TextAreaFieldProps) {
  const { key, ...props } = getTextareaProps(field, describedByHint({ field, hint }));
  return (
    <FieldFrame field={field} hint={hint} {...frame}>
      <div className="input-box">
        <textarea key={key} className="input-box__input" rows={rows} {...props} />
      </div>
    </FieldFrame>
  );
}
