import { selectProps } from '#app/components/form/control-props.ts';
import { describeByHint, type FieldBaseProps, FieldFrame } from '#app/components/form/field-frame.tsx';
import { memoize } from '#app/domain/memoize.ts';
import { t } from '#app/i18n/t.ts';
import { Combobox } from './combobox.tsx';

export interface TimezoneFieldProps extends Pick<FieldBaseProps, 'field'> {
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
  const props = selectProps(field, describeByHint({ field, hint }));
  return (
    <FieldFrame field={field} label={t('manage.settings.timezone')} hint={hint}>
      <Combobox
        select={props}
        options={optionsOf(timezones, current)}
        placeholder={t('manage.settings.timezoneSearch')}
        countText={(count) => t('manage.combobox.matches', { count })}
        noMatch={t('manage.combobox.none')}
      />
    </FieldFrame>
  );
}
