import { once } from '../once.ts';
import { DEFAULT_TIMEZONE } from './calendar.ts';

/** Read on first use: the runtime's list takes 2 ms of the Worker's start. */
const known = once(
  () =>
    new Set([
      DEFAULT_TIMEZONE,
      ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== DEFAULT_TIMEZONE && zone !== 'UTC'),
    ]),
);

/** @returns the zones to choose from; `Etc/UTC` comes first as the default. */
export function listTimezones(): string[] {
  return [...known()];
}

/** @returns whether we offer the zone; any other text must not reach the instance's environment. */
export function isTimezone(zone: string): boolean {
  return known().has(zone);
}
