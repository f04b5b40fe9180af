import { once } from '../once.ts';
import { DEFAULT_TIMEZONE } from './calendar.ts';

/**
 * Zones that Unicode's list, and so V8 and the other engines, still calls by a former name (`Asia/Calcutta`). People, Firefox,
 * Safari and other programs use these names of the IANA database.
 */
const renamed =
  `Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/Cordoba
  America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Indiana/Indianapolis America/Kentucky/Louisville
  America/Nuuk Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon Atlantic/Faroe Europe/Kyiv Pacific/Chuuk Pacific/Kanton
  Pacific/Pohnpei`.split(/\s+/);

/** The present name of a zone, by the one that this engine lists. */
const presentNames = once(
  () =>
    new Map(
      renamed.map((name) => [
        new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone,
        name,
      ]),
    ),
);

/** Read on first use: the runtime's list takes 2 ms of the Worker's start. */
const known = once((): readonly string[] => {
  const zones = Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== DEFAULT_TIMEZONE && zone !== 'UTC')
    .map((zone) => presentNames().get(zone) ?? zone);
  return [DEFAULT_TIMEZONE, ...[...new Set(zones)].sort()];
});

/** @returns the zones to choose from, always the same list; `Etc/UTC` comes first as the default. */
export const listTimezones = known;

const knownSet = once(() => new Set(known()));

/**
 * @returns the offered zone with this present or former name; null for any other text, which must not reach the instance's
 *   environment.
 */
export function resolveTimezone(name: string): string | null {
  return knownSet().has(name) ? name : (presentNames().get(name) ?? null);
}
