import { selectProps } from '#app/components/form/control-props.ts';
import { describeByHint, type FieldBaseProps, FieldFrame } from '#app/components/form/field-frame.tsx';
import { SelectBox } from '#app/components/ui/select-box.tsx';
import { useDateText } from '#app/components/ui/time.tsx';
import type { Channel, OfferedVersion } from '#app/domain/instance/releases.ts';
import { t } from '#app/i18n/t.ts';

const channels: readonly Channel[] = ['stable', 'beta'];

export interface VersionFieldProps extends Pick<FieldBaseProps, 'field'> {
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
  const props = selectProps(field, describeByHint({ field, hint }));
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
