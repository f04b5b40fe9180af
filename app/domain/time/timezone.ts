import { once } from '../once.ts';
import { DEFAULT_TIMEZONE } from './calendar.ts';

/**
 * Zones that Unicode's list, and so V8, still calls by a former name: the former name (`Asia/Calcutta`), then the present one
 * of the IANA database. People, Firefox, Safari and other programs use the present names, and so will V8 (TC39's proposal of
 * time zone canonicalization): a runtime may list either.
 */
const RENAMED = `
  Africa/Asmera Africa/Asmara
  America/Buenos_Aires America/Argentina/Buenos_Aires
  America/Catamarca America/Argentina/Catamarca
  America/Cordoba America/Argentina/Cordoba
  America/Jujuy America/Argentina/Jujuy
  America/Mendoza America/Argentina/Mendoza
  America/Coral_Harbour America/Atikokan
  America/Indianapolis America/Indiana/Indianapolis
  America/Louisville America/Kentucky/Louisville
  America/Godthab America/Nuuk
  Asia/Saigon Asia/Ho_Chi_Minh
  Asia/Katmandu Asia/Kathmandu
  Asia/Calcutta Asia/Kolkata
  Asia/Rangoon Asia/Yangon
  Atlantic/Faeroe Atlantic/Faroe
  Europe/Kiev Europe/Kyiv
  Pacific/Truk Pacific/Chuuk
  Pacific/Enderbury Pacific/Kanton
  Pacific/Ponape Pacific/Pohnpei`;

/** The present name of a zone, by its former one. */
const presentNames = once(
  () =>
    new Map(
      Array.from(RENAMED.matchAll(/(\S+) (\S+)/g), ([, former = '', present = '']) => [former, present]),
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
 * @returns the offered zone of this present or former name; null for other text, which must not
 *   reach an instance's environment.
 */
export function resolveTimezone(name: string): string | null {
  return knownSet().has(name) ? name : (presentNames().get(name) ?? null);
}
