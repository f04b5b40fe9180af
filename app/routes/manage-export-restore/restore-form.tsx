import { useLocation } from '@remix-run/react';
import { PassphraseUsername } from '#app/components/backup/passphrase-username.tsx';
import { ChoiceTile } from '#app/components/form/choice-field.tsx';
import { choiceProps, formProps } from '#app/components/form/control-props.ts';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, type Field, useForm } from '#app/components/form/use-form.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import {
  type CredentialChoice,
  MAX_CHOICES,
  type RestorePreview,
  type WorkflowChange,
} from '#app/domain/backup/restore.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const changing = ['changed', 'added'] as const;

export interface RestoreFormProps extends AnsweredForm {
  preview: RestorePreview;
  credentials: CredentialChoice;
  workspaceName: string;
}

/**
 * The changes of a restore, with a checkbox for each changed workflow. All are checked at first, since people come
 * here to restore the earlier workspace. More changes than a form can post are restored together.
 */
export function RestoreForm({ preview, credentials, workspaceName, lastResult }: RestoreFormProps) {
  const { count, names } = preview.unrestorable ?? { count: 0, names: [] };
  const [form, fields] = useForm<{ passphrase: string; workflowId: string[] }>({
    id: 'restore',
    lastResult,
    defaultValue: { workflowId: preview.changes.map(({ id }) => id) },
  });
  const of = (change: WorkflowChange['change']) => preview.changes.filter((entry) => entry.change === change);
  const unchanged = of('unchanged');
  const areAllUnchanged = unchanged.length === preview.changes.length;
  const differing = preview.changes.length - unchanged.length;
  const isWhole = differing > MAX_CHOICES;
  const isNothing = areAllUnchanged && credentials !== 'ask';
  return (
    <PostForm {...formProps(form)} className="stack">
      {count > 0 && (
        <Notice tone="warning">
          {t('backup.restore.unrestorable', { count, files: names.join(', ') })}
          {count > names.length && ' …'}
        </Notice>
      )}
      {areAllUnchanged && count === 0 && (
        <Notice tone="info" title={t('backup.restore.nothing')}>
          {t(preview.changes.length === 0 ? 'backup.restore.nothingIn' : 'backup.restore.nothingBody')}
        </Notice>
      )}
      <input type="hidden" name="isWhole" value={isWhole ? 'yes' : 'no'} />
      {isWhole ? (
        <p>{t('backup.restore.whole', { count: differing })}</p>
      ) : (
        changing.map((change) => (
          <ChangeGroup key={change} field={fields.workflowId} change={change} workflows={of(change)} />
        ))
      )}
      {unchanged.length > 0 && (
        <details>
          <summary>{t('backup.restore.unchanged', { count: unchanged.length })}</summary>
          <ul className="break-anywhere">
            {unchanged.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-muted">{t('backup.restore.untouched', { count: preview.untouched })}</p>
      <RestoreCredentials choice={credentials} field={fields.passphrase} workspaceName={workspaceName} />
      {!isNothing && <p className="text-muted">{t('backup.restore.safety')}</p>}
      <div className="cluster">
        {!isNothing && (
          <SubmitButton>
            {t(areAllUnchanged ? 'backup.restore.submitCredentials' : 'backup.restore.submit')}
          </SubmitButton>
        )}
        <ButtonLink to={paths.backups} variant={isNothing ? 'secondary' : 'quiet'}>
          {t('backup.restore.cancel')}
        </ButtonLink>
      </div>
    </PostForm>
  );
}

interface ChangeGroupProps {
  field: Field;
  change: (typeof changing)[number];
  workflows: readonly WorkflowChange[];
}

function ChangeGroup({ field, change, workflows }: ChangeGroupProps) {
  if (workflows.length === 0) return null;
  const ids = workflows.map(({ id }) => id);
  return (
    <fieldset className="field field--group">
      <legend className="field__label">{t(`backup.restore.change.${change}`)}</legend>
      <p className="field__hint">{t(`backup.restore.hint.${change}`)}</p>
      <div className="choices choices--1 break-anywhere">
        {choiceProps(field, 'checkbox', ids).map((input, index) => (
          <ChoiceTile key={input.value} {...input} label={workflows[index]?.name} />
        ))}
      </div>
    </fieldset>
  );
}

interface RestoreCredentialsProps extends Pick<RestoreFormProps, 'workspaceName'> {
  choice: CredentialChoice;
  field: Field;
}

/** The passphrase of an archive's credentials, for people with access to them and a recent proof of identity. */
function RestoreCredentials({ choice, field, workspaceName }: RestoreCredentialsProps) {
  const { pathname, search } = useLocation();
  if (choice === 'none') return null;
  const confirmPath = `${paths.confirmAccess}?${new URLSearchParams({ returnPath: pathname + search })}`;
  return (
    <fieldset className="field field--group">
      <legend className="field__label">{t('backup.restore.credentials.title')}</legend>
      {choice === 'owners-only' && <p>{t('backup.restore.credentials.ownersOnly')}</p>}
      {choice === 'unconfirmed' && (
        <>
          <p>{t('backup.restore.credentials.unconfirmed')}</p>
          <div className="cluster">
            <ButtonLink to={confirmPath}>{t('backup.restore.credentials.confirm')}</ButtonLink>
          </div>
        </>
      )}
      {choice === 'ask' && (
        <>
          <p className="field__hint">{t('backup.restore.credentials.lead')}</p>
          <PassphraseUsername workspaceName={workspaceName} />
          <PasswordField
            field={field}
            label={t('backup.restore.credentials.passphrase')}
            hint={t('backup.restore.credentials.passphraseHint')}
            isOptional
            autoComplete="current-password"
          />
        </>
      )}
    </fieldset>
  );
}
