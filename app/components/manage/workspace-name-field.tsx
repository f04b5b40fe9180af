import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { TextField } from '../form/field.tsx';
import type { Field } from '../form/use-form.ts';

/** Asks to type the workspace's name, before what changes or deletes its data for good. */
export function WorkspaceNameField({ field, name }: { field: Field; name: string }) {
  return (
    <TextField
      field={field}
      label={<Trans i18nKey="manage.settings.breaking.field" values={{ name }} />}
      hint={t('manage.settings.breaking.fieldHint')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
