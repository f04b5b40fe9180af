import { ConformForm } from '#app/components/form/conform-form.tsx';
import { textProps } from '#app/components/form/control-props.ts';
import { TextField } from '#app/components/form/field.tsx';
import { type FieldBaseProps, FieldFrame } from '#app/components/form/field-frame.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { AttachmentField } from './attachment-field.tsx';

export interface TicketFormProps extends PageForm {
  /** The address for the answer. */
  email: string;
  /** Unique per rendered form, so that two clicks create one ticket. */
  formKey: string;
}

/** Asks support. */
export function TicketForm({ email, formKey, ...given }: TicketFormProps) {
  const [form, fields] = useForm<{ subject: string; body: string; attachment: File }>({
    id: 'ask-support',
    ...given,
  });
  return (
    <div id="ticket">
      <Card title={t('help.ticket.title')}>
        <p className="text-muted">
          <Trans
            i18nKey="help.ticket.lead"
            values={{ email }}
            components={{ strong: <strong className="break-anywhere" /> }}
          />{' '}
          {t('help.ticket.secrets')}
        </p>
        <ConformForm form={form} action={paths.help} encType="multipart/form-data">
          {/* A browser that brings a form back as it was must not bring this back. */}
          <input type="hidden" name="formKey" value={formKey} autoComplete="off" />
          <TextField field={fields.subject} label={t('help.ticket.subject')} autoComplete="off" />
          <TextAreaField field={fields.body} label={t('help.ticket.body')} hint={t('help.ticket.bodyHint')} />
          <AttachmentField
            field={fields.attachment}
            isToBeChosenAgain={given.lastResult?.status === 'error'}
          />
          <SubmitButton icon="mail">{t('help.ticket.submit')}</SubmitButton>
        </ConformForm>
      </Card>
    </div>
  );
}

/** Text of several lines: six in sight before it grows. */
function TextAreaField({ field, hint, ...frame }: FieldBaseProps) {
  const props = textProps(field, Boolean(hint));
  return (
    <FieldFrame field={field} hint={hint} {...frame}>
      <div className="input-box">
        <textarea className="input-box__input" rows={6} {...props} />
      </div>
    </FieldFrame>
  );
}
