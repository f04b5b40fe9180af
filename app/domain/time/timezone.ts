import { DEFAULT_TIMEZONE } from './calendar.ts';

/** Every zone one can choose, `Etc/UTC` first since it is the default. */
export const timezones: readonly string[] = [
  DEFAULT_TIMEZONE,
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== DEFAULT_TIMEZONE && zone !== 'UTC'),
];

const known = new Set(timezones);

/** @returns whether it is a zone we offer; anything else would reach the instance's environment unchecked. */
export function isTimezone(zone: string): boolean {
  return known.has(zone);
}
