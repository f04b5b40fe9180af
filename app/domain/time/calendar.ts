import { DAY_MS, MINUTE_MS } from './clock.ts';

/** Spec §9. */
export const DEFAULT_TIMEZONE = 'Etc/UTC';

/** Date and time of an instant in some zone. */
export interface CalendarFields {
  day: number;
  /** January is 0. */
  monthIndex: number;
  year: number;
  /** `00` to `23`. */
  hour: string;
  /** `00` to `59`. */
  minute: string;
}

/** Creating a formatter is slow, and zones are few: cached for the life of the isolate or the page. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/**
 * @param at UTC ms. @param zone a result of `canonicalTimezone`; other spellings would grow the cache without bound.
 * @returns only numbers: names from `Intl` differ between engines, so the translations have them.
 * @throws RangeError for a zone that this engine does not know.
 */
export function calendarFields(at: number, zone: string): CalendarFields {
  const local = new Date(at + offsetOf(at, zone));
  return {
    day: local.getUTCDate(),
    monthIndex: local.getUTCMonth(),
    year: local.getUTCFullYear(),
    hour: twoDigits(local.getUTCHours()),
    minute: twoDigits(local.getUTCMinutes()),
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The zone's offset, ms, by zone and UTC day. `Intl` alone would take a tenth of rendering a list of times. */
const offsets = new Map<string, Map<number, number>>();
const MAX_DAYS = 1_000;

function offsetOf(at: number, zone: string): number {
  const day = Math.floor(at / DAY_MS);
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const found = known.get(day);
  if (found !== undefined) return found;
  const offset = measureOffset(day * DAY_MS, zone);
  // Within this day the zone's clocks change.
  if (offset !== measureOffset((day + 1) * DAY_MS, zone)) return measureOffset(at, zone);
  if (known.size >= MAX_DAYS) known.clear();
  known.set(day, offset);
  return offset;
}

function measureOffset(at: number, zone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(at)) parts[type] = value;
  const { year, month, day, hour, minute } = parts;
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  // The formatter writes whole minutes.
  return local - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** @returns whether two instants (UTC ms) are on one day of a zone's calendar. */
export function isSameDay(at: number, other: number, zone: string): boolean {
  const [a, b] = [calendarFields(at, zone), calendarFields(other, zone)];
  return a.day === b.day && a.monthIndex === b.monthIndex && a.year === b.year;
}

/** Names of existing zones, by any spelling: bounded to some hundreds, however many others are requested. */
const canonicalNames = new Map<string, string>();

/**
 * @returns the zone of any text in this engine's spelling (some browsers use older names than we
 *   offer); null for an unknown one.
 */
export function canonicalTimezone(name: string): string | null {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    const canonical = timeZone === 'UTC' ? DEFAULT_TIMEZONE : timeZone;
    // Each upper and lower case of a zone is a name too: only the usual one is remembered.
    if (name === canonical || name === timeZone) canonicalNames.set(name, canonical);
    return canonical;
  } catch {
    // Intl throws for an unknown zone.
    return null;
  }
}
