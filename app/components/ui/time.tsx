import { useTranslation } from 'react-i18next';
import {
  type CalendarFields,
  calendarFields,
  canonicalTimezone,
  DEFAULT_TIMEZONE,
} from '#app/domain/time/calendar.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { useHydrated } from './use-hydrated.ts';

export interface LocalTimeProps {
  /** UTC milliseconds. */
  at: number;
  format: 'date' | 'dateTime' | 'time';
}

/** The browser's zone; asked once, since each question makes a formatter. Null where it does not tell. */
let browserZone: string | null | undefined;
function zoneOfBrowser(): string | null {
  if (browserZone === undefined) {
    browserZone = canonicalTimezone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
  }
  return browserZone;
}

/**
 * @returns the zone to write in: what the server knew of it, until the page is hydrated; the browser's own from then on,
 *   which on all but a browser's first visit is the same.
 */
function useTimezone(): { zone: string; isReaders: boolean } {
  const { timezone } = useFrame();
  const isHydrated = useHydrated();
  const own = isHydrated ? zoneOfBrowser() : null;
  return own === null ? timezone : { zone: own, isReaders: true };
}

function fieldsIn(at: number, zone: string): CalendarFields {
  try {
    return calendarFields(at, zone);
  } catch {
    // A browser older than the zone that the server knows.
    return calendarFields(at, DEFAULT_TIMEZONE);
  }
}

function useWriter() {
  const { t } = useTranslation();
  const months = t('ui.time.months', { returnObjects: true });
  return (
    at: number,
    format: LocalTimeProps['format'],
    { zone, isReaders }: ReturnType<typeof useTimezone>,
  ) => {
    const { monthIndex, ...fields } = fieldsIn(at, zone);
    const text = t(`ui.time.${format}`, { ...fields, month: months[monthIndex] ?? '' });
    if (isReaders || format === 'date') return text;
    // As it stands in the tables of zones, in words: "America/New York".
    const name = zone === DEFAULT_TIMEZONE ? t('ui.time.utc') : zone.replaceAll('_', ' ');
    return t('ui.time.zoned', { text, zone: name });
  };
}

/** @returns what writes an instant in the reader's zone where no element can stand, such as in an option. */
export function useDateText(): (at: number, format: LocalTimeProps['format']) => string {
  const write = useWriter();
  const timezone = useTimezone();
  return (at, format) => write(at, format, timezone);
}

/** @returns what writes the date of a day that is one of UTC, as usage and uptime are counted, wherever the reader is. */
export function useUtcDayText(): (at: number) => string {
  const write = useWriter();
  return (at) => write(at, 'date', { zone: DEFAULT_TIMEZONE, isReaders: true });
}

/**
 * An instant as people read it, in the reader's zone as far as it is known and named where it is not; the exact instant
 * on hover. The browser's tables of zones may be older than the server's: that is no reason to draw the page again.
 */
export function LocalTime({ at, format }: LocalTimeProps) {
  const write = useWriter();
  const timezone = useTimezone();
  const instant = new Date(at).toISOString();
  return (
    <time dateTime={instant} title={instant} suppressHydrationWarning>
      {write(at, format, timezone)}
    </time>
  );
}
