import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const action = `${paths.account}?dialog=name`;

export interface ChangeNameDialogProps extends PageForm {
  /** The current name. */
  name: string;
}

/** Asks for the person's new name. The user name is part of the workspace's address and stays. */
export function ChangeNameDialog({ name, ...given }: ChangeNameDialogProps) {
  const [form, fields] = useForm<{ fullName: string }>({
    id: 'change-name',
    defaultValue: { fullName: name },
    ...given,
  });
  return (
    <Dialog title={t('accountPage.changeName.title')} closeTo={paths.account}>
      <ConformForm form={form} action={action}>
        <TextField field={fields.fullName} label={t('accountPage.changeName.name')} autoComplete="name" />
        <SubmitButton name="intent" value="change-name">
          {t('accountPage.changeName.submit')}
        </SubmitButton>
      </ConformForm>
    </Dialog>
  );
}
