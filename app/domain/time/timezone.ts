import { DEFAULT_TIMEZONE } from './calendar.ts';

/** The zones to choose from; `Etc/UTC` comes first as the default. */
export const timezones: readonly string[] = [
  DEFAULT_TIMEZONE,
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== DEFAULT_TIMEZONE && zone !== 'UTC'),
];

const known = new Set(timezones);

/** @returns whether we offer the zone; any other text must not reach the instance's environment. */
export function isTimezone(zone: string): boolean {
  return known.has(zone);
}
