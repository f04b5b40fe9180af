import { once } from '../once.ts';
import { DEFAULT_TIMEZONE } from './calendar.ts';

/** Read on first use: the runtime's list takes 2 ms of the Worker's start. */
const known = once(
  () =>
    [
      DEFAULT_TIMEZONE,
      ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== DEFAULT_TIMEZONE && zone !== 'UTC'),
    ] as readonly string[],
);

/** @returns the zones to choose from, always the same list; `Etc/UTC` comes first as the default. */
export const listTimezones = known;

const knownSet = once(() => new Set(known()));

/** @returns whether we offer the zone; any other text must not reach the instance's environment. */
export function isTimezone(zone: string): boolean {
  return knownSet().has(zone);
}
