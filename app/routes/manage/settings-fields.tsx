import { checkboxProps, selectProps } from '#app/components/form/control-props.ts';
import { FieldErrors } from '#app/components/form/error-list.tsx';
import { type FieldBaseProps, FieldFrame } from '#app/components/form/field-frame.tsx';
import type { Field, Fieldset } from '#app/components/form/use-form.ts';
import { SelectBox } from '#app/components/ui/select-box.tsx';
import { useDateText } from '#app/components/ui/time.tsx';
import type { Channel, OfferedVersion } from '#app/domain/instance/releases.ts';
import { memoize } from '#app/domain/memoize.ts';
import { t } from '#app/i18n/t.ts';
import { Combobox } from './combobox.tsx';

const channels: readonly Channel[] = ['stable', 'beta'];

interface VersionFieldProps extends Pick<FieldBaseProps, 'field'> {
  versions: readonly OfferedVersion[];
  /** A newer release that is not offered yet; null without one. */
  untested: string | null;
  /** The running version; always an option, whatever the version feed lists. */
  current: string;
}

/** The versions to choose from, by channel and newest first. */
export function VersionField({ field, versions, untested, current }: VersionFieldProps) {
  const dateText = useDateText();
  const hint = [
    t('manage.settings.versionHint'),
    untested && t('manage.settings.versionUntested', { name: untested }),
  ]
    .filter(Boolean)
    .join(' ');
  const props = selectProps(field, true);
  const labelOf = (version: OfferedVersion) =>
    [
      version.name,
      version.isCurrent && t('manage.settings.isCurrent'),
      version.hasSecurityFix && t('manage.settings.securityFix'),
      version.needsConfirmation && t('manage.settings.noWayBack'),
      // Last: a phone may cut it off.
      dateText(version.createdAt, 'date'),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <FieldFrame field={field} label={t('manage.settings.version')} hint={hint}>
      <SelectBox {...props}>
        {!versions.some(({ name }) => name === current) && (
          <optgroup label={t('manage.settings.channel.current')}>
            <option value={current}>{current}</option>
          </optgroup>
        )}
        {channels.map((channel) => {
          const ofChannel = versions.filter((version) => version.channel === channel);
          if (ofChannel.length === 0) return null;
          return (
            <optgroup key={channel} label={t(`manage.settings.channel.${channel}`)}>
              {ofChannel.map((version) => (
                <option key={version.name} value={version.name}>
                  {labelOf(version)}
                </option>
              ))}
            </optgroup>
          );
        })}
      </SelectBox>
    </FieldFrame>
  );
}

interface TimezoneFieldProps extends Pick<FieldBaseProps, 'field'> {
  timezones: readonly string[];
  /** The current value; always an option, even if this runtime does not know it. */
  current: string;
}

/** Some 420 options, the same for most workspaces. */
const optionsOf = memoize((timezones: readonly string[], current) => {
  const zones = timezones.includes(current) ? timezones : [current, ...timezones];
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
});

/** The timezone, with a search over some 420 of them once a script can answer it. */
export function TimezoneField({ field, timezones, current }: TimezoneFieldProps) {
  const hint = t('manage.settings.timezoneHint');
  const props = selectProps(field, true);
  return (
    <FieldFrame field={field} label={t('manage.settings.timezone')} hint={hint}>
      <Combobox
        select={props}
        options={optionsOf(timezones, current)}
        placeholder={t('manage.settings.timezoneSearch')}
      />
    </FieldFrame>
  );
}

/** Which executions n8n saves. */
export const switches = ['manual', 'failed', 'successful'] as const;

type Switches = Partial<Record<(typeof switches)[number], boolean>>;

/** n8n's three switches for saving executions (spec §4). Checkboxes that look like and are announced as switches. */
export function SaveExecutionsField({ field }: { field: Field & { getFieldset(): Fieldset<Switches> } }) {
  const fields = field.getFieldset();
  return (
    <fieldset className="field" aria-describedby={field.descriptionId}>
      <legend className="field__label">{t('manage.settings.saveExecutions')}</legend>
      <p className="field__hint" id={field.descriptionId}>
        {t('manage.settings.saveExecutionsHint')}
      </p>
      <div className="switches">
        {switches.map((name) => {
          const props = checkboxProps(fields[name], true);
          return (
            <div key={name} className="switch">
              <label htmlFor={fields[name].id}>{t(`manage.settings.${name}`)}</label>
              <span className="field__hint" id={fields[name].descriptionId}>
                {t(`manage.settings.${name}Hint`)}
              </span>
              {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own state, and must not have aria-checked. */}
              <input className="switch__input" role="switch" {...props} />
            </div>
          );
        })}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}
