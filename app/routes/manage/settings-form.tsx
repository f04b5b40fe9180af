import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { z } from 'zod';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useFieldValue } from '#app/components/form/use-field-value.ts';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { WorkspaceNameField } from '#app/components/manage/workspace-name-field.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { OfferedVersion } from '#app/domain/instance/releases.ts';
import type { settingsSchema } from '#app/domain/instance/settings-form.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { SaveExecutionsField, switches, TimezoneField, VersionField } from './settings-fields.tsx';

type SettingsFields = z.input<typeof settingsSchema>;

export interface SettingsFormProps extends AnsweredForm {
  /** The workspace as the page was loaded: a live change by another person must not change a form that is being filled in. */
  instance: InstanceView;
  versions: readonly OfferedVersion[];
  /** The version feed does not answer; `versions` is what this product was built with. */
  isFeedDown: boolean;
  /** A release that is newer than all of `versions`; null without one. */
  untestedVersion: string | null;
  timezones: readonly string[];
}

const FORM_ID = 'settings';

/** Clears an earlier refusal: without a result the form would keep the old errors. */
const settled: SubmissionResult = { status: 'success' };

/** The settings that an operator can change (spec §2, "Workspace settings"). */
export function SettingsForm({ lastResult = settled, ...props }: SettingsFormProps) {
  const { instance, versions, isFeedDown } = props;
  const [form] = useForm<SettingsFields>({ id: FORM_ID, lastResult });
  return (
    <Card title={t('manage.settings.title')}>
      <p className="text-muted">
        {t('manage.settings.lead')} <Link to={paths.manageUpdate}>{t('manage.settings.lastCheck')}</Link>
      </p>
      <ConformForm form={form} action={paths.manage}>
        {isFeedDown && (
          <Notice tone="warning" role="none" title={t('errors.versions_unavailable')}>
            {t(
              versions.length > 0 ? 'manage.settings.versionsIncomplete' : 'manage.settings.versionsMissing',
            )}
          </Notice>
        )}
        {/* Keyed by what is saved, which the fields then show; the button keeps its focus. */}
        <Fields
          key={`${instance.version.name} ${shownSettingsOf(instance)}`}
          {...props}
          lastResult={lastResult}
        />
        <SubmitButton name="intent" value="save">
          {t('manage.settings.submit')}
        </SubmitButton>
      </ConformForm>
    </Card>
  );
}

function Fields({ instance, versions, untestedVersion, timezones, lastResult }: SettingsFormProps) {
  const { timezone, saveExecutions } = instance;
  const version = instance.version.name;
  const [, fields] = useForm<SettingsFields>({
    id: FORM_ID,
    lastResult,
    defaultValue: {
      version,
      shownVersion: version,
      timezone,
      shownSettings: shownSettingsOf(instance),
      saveExecutions,
    },
  });
  const chosenVersion = useFieldValue(fields.version);
  const chosen = versions.find(({ name }) => name === chosenVersion);
  const isAskedForName = chosen?.needsConfirmation || Boolean(fields.confirmName.errors);
  return (
    <>
      {[fields.shownVersion, fields.shownSettings].map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={String(initialValue)} />
      ))}
      <VersionField field={fields.version} versions={versions} untested={untestedVersion} current={version} />
      {isAskedForName && (
        <div className="stack">
          <Notice tone="warning" title={t('manage.settings.breaking.title', { version: chosenVersion })}>
            {t('manage.settings.breaking.body', { current: version })}
          </Notice>
          <WorkspaceNameField field={fields.confirmName} name={instance.name} />
        </div>
      )}
      <TimezoneField field={fields.timezone} timezones={timezones} current={timezone} />
      <SaveExecutionsField field={fields.saveExecutions} />
    </>
  );
}

/** @returns the shown timezone and the switches that are on, from which the server tells what changed. */
function shownSettingsOf({ timezone, saveExecutions }: InstanceView): string {
  return [timezone, ...switches.filter((name) => saveExecutions[name])].join(' ');
}
