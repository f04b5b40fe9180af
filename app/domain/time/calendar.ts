/** Spec §9. */
export const DEFAULT_TIMEZONE = 'Etc/UTC';

/** An instant as a calendar and a clock of some zone show it. */
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

/** Making one is dear, and zones are few: kept for the life of the isolate or the page. */
const writers = new Map<string, Intl.DateTimeFormat>();

function writerOf(zone: string): Intl.DateTimeFormat {
  const known = writers.get(zone);
  if (known) return known;
  const writer = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  writers.set(zone, writer);
  return writer;
}

/**
 * @param at UTC ms.
 * @param zone one that `canonicalTimezone` knows: anything else would grow what is kept without end.
 * @returns figures alone: `Intl`'s words differ between engines, so the words are ours.
 * @throws RangeError for a zone that this engine does not know.
 */
export function calendarFields(at: number, zone: string): CalendarFields {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of writerOf(zone).formatToParts(at)) parts[type] = value;
  return {
    day: Number(parts.day),
    monthIndex: Number(parts.month) - 1,
    year: Number(parts.year),
    hour: (parts.hour ?? '').padStart(2, '0'),
    minute: (parts.minute ?? '').padStart(2, '0'),
  };
}

/** @returns whether two instants (UTC ms) are on one day of a zone's calendar. */
export function isSameDay(at: number, other: number, zone: string): boolean {
  const [a, b] = [calendarFields(at, zone), calendarFields(other, zone)];
  return a.day === b.day && a.monthIndex === b.monthIndex && a.year === b.year;
}

/**
 * @param name as a browser, a cookie or the database has it: whatever was put there.
 * @returns the zone in this engine's one spelling of it (browsers name some by older names than we offer); null for what
 *   is none.
 */
export function canonicalTimezone(name: string): string | null {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    return timeZone === 'UTC' ? DEFAULT_TIMEZONE : timeZone;
  } catch {
    // Its way to say that there is no such zone.
    return null;
  }
}
