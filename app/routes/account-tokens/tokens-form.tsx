import { Link } from '@remix-run/react';
import { ChoiceGroupField } from '#app/components/form/choice-field.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Card } from '#app/components/ui/card.tsx';
import { type ApiScope, apiTokenLifetimes } from '#app/domain/access/api-token.ts';
import type { NewApiToken } from '#app/domain/access/api-token-form.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { scopeTexts } from './tokens-scope-text.ts';

export interface TokensFormProps extends PageForm {
  /** Scopes that the viewer's role can grant. */
  scopes: readonly ApiScope[];
}

/** Makes a token. */
export function TokensForm({ scopes, ...given }: TokensFormProps) {
  const [form, fields] = useForm<NewApiToken>({
    id: 'make-token',
    ...given,
    defaultValue: { lifetime: '90' },
  });
  return (
    <Card title={t('apiTokens.form.title')}>
      <p className="text-muted">
        {t('apiTokens.form.lead')}{' '}
        <Trans i18nKey="apiTokens.form.reference" components={{ docs: <Link to={paths.apiReference} /> }} />
      </p>
      <ConformForm form={form} action={paths.accountTokens}>
        <TextField
          field={fields.name}
          label={t('apiTokens.form.name')}
          hint={t('apiTokens.form.nameHint')}
          autoComplete="off"
        />
        <ChoiceGroupField
          type="checkbox"
          field={fields.scopes}
          label={t('apiTokens.form.scopes')}
          options={scopes.map((scope) => ({
            value: scope,
            label: t(`apiTokens.scopes.${scopeTexts[scope]}.label`),
            hint: t(`apiTokens.scopes.${scopeTexts[scope]}.hint`),
          }))}
        />
        <ChoiceGroupField
          field={fields.lifetime}
          label={t('apiTokens.form.lifetime')}
          options={apiTokenLifetimes.map((value) => ({
            value,
            label: t(`apiTokens.form.lifetimes.${value}`),
          }))}
          columns={4}
        />
        <SubmitButton name="intent" value="create" icon="plus">
          {t('apiTokens.form.submit')}
        </SubmitButton>
      </ConformForm>
    </Card>
  );
}
