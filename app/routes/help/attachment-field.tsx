import { useEffect, useRef, useState } from 'react';
import { controlProps } from '#app/components/form/control-props.ts';
import { FieldErrors } from '#app/components/form/error-list.tsx';
import { FieldFrame } from '#app/components/form/field-frame.tsx';
import type { Field } from '#app/components/form/use-form.ts';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import { ATTACHMENT_MAX_BYTES, attachmentExtensions } from '#app/domain/help/attachment-limits.ts';
import { t } from '#app/i18n/t.ts';

export interface AttachmentFieldProps {
  field: Field;
  /** The form came back, and without JavaScript its file did not: a page cannot select a file for a person. */
  isToBeChosenAgain: boolean;
}

const accept = attachmentExtensions.map((extension) => `.${extension}`).join(',');

/** A file field. With JavaScript, too large a file is refused immediately instead of being uploaded for nothing. */
export function AttachmentField({ field, isToBeChosenAgain }: AttachmentFieldProps) {
  const isHydrated = useHydrated();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const control = useRef<HTMLInputElement>(null);
  const check = () => {
    const input = control.current;
    const isOver = (input?.files?.[0]?.size ?? 0) > ATTACHMENT_MAX_BYTES;
    setIsTooLarge(isOver);
    if (input && isOver) input.value = '';
  };
  // A file may have been selected before the script ran.
  useEffect(check, []);
  const props = controlProps(field, true);
  return (
    <FieldFrame
      field={field}
      label={t('help.ticket.attachment')}
      hint={
        <>
          {isToBeChosenAgain && !isHydrated && <p>{t('help.ticket.attachAgain')}</p>}
          {t('help.ticket.attachmentHint')}
        </>
      }
      isOptional
    >
      <div className="input-box">
        <input
          className="input-box__input"
          type="file"
          {...props}
          accept={accept}
          {...(isTooLarge && {
            'aria-invalid': true,
            'aria-describedby': `${field.errorId} ${field.descriptionId}`,
          })}
          ref={control}
          onChange={check}
        />
      </div>
      {isTooLarge && !field.errors?.length && (
        <FieldErrors field={{ errorId: field.errorId, errors: [t('fieldErrors.attachment_too_large')] }} />
      )}
    </FieldFrame>
  );
}
