import type { SubmissionResult } from '@conform-to/react';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useForm } from '#app/components/form/use-form.ts';
import { Dialog } from '#app/components/ui/dialog.tsx';
import type { FormConstraints } from '#app/domain/forms/constraints.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const action = `${paths.account}?dialog=name`;

export interface ChangeNameDialogProps {
  /** The current name. */
  name: string;
  constraint: FormConstraints;
  lastResult: SubmissionResult | undefined;
}

/** Asks for the person's new name. The user name is part of the workspace's address and stays. */
export function ChangeNameDialog({ name, constraint, lastResult }: ChangeNameDialogProps) {
  const [form, fields] = useForm<{ fullName: string }>({
    id: 'change-name',
    defaultValue: { fullName: name },
    lastResult,
    constraint,
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
