import { once } from '#app/domain/once.ts';
import {
  type CalendarFields,
  calendarFields,
  canonicalTimezone,
  DEFAULT_TIMEZONE,
} from '#app/domain/time/calendar.ts';
import { t } from '#app/i18n/t.ts';
import { Trans, type TransProps } from '#app/i18n/trans.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { useHydrated } from './use-hydrated.ts';

export interface LocalTimeProps {
  /** UTC milliseconds. */
  at: number;
  format: 'date' | 'dateTime' | 'time';
}

/** The browser's zone, read once, since each read creates a formatter. Null when unknown. */
const zoneOfBrowser = once(() => canonicalTimezone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''));

/**
 * @returns the zone of the page's times: the server's until hydration, then the browser's own. They differ only on a
 *   browser's first visit.
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

function timeText(
  at: number,
  format: LocalTimeProps['format'],
  { zone, isReaders }: ReturnType<typeof useTimezone>,
): string {
  const months = t('ui.time.months', { returnObjects: true });
  const { monthIndex, ...fields } = fieldsIn(at, zone);
  const text = t(`ui.time.${format}`, { ...fields, month: months[monthIndex] ?? '' });
  if (isReaders || format === 'date') return text;
  // The zone's IANA name in words: "America/New York".
  const name = zone === DEFAULT_TIMEZONE ? t('ui.time.utc') : zone.replaceAll('_', ' ');
  return t('ui.time.zoned', { text, zone: name });
}

/** @returns a formatter of instants in the reader's zone, for places without elements, such as an option. */
export function useDateText(): (at: number, format: LocalTimeProps['format']) => string {
  const timezone = useTimezone();
  return (at, format) => timeText(at, format, timezone);
}

/** @returns the day of an instant in a zone, for texts that the server sends. */
export function dayText(at: number, zone: string): string {
  return timeText(at, 'date', { zone, isReaders: true });
}

/** @returns a UTC day, which usage and uptime are counted by, for readers in any zone. */
export function utcDayText(at: number): string {
  return dayText(at, DEFAULT_TIMEZONE);
}

/**
 * An instant in the reader's zone, or in one that the text names. React ignores a difference between the server's zone
 * tables and the browser's.
 */
export function LocalTime({ at, format }: LocalTimeProps) {
  const timezone = useTimezone();
  const instant = new Date(at).toISOString();
  return (
    <time dateTime={instant} title={instant} suppressHydrationWarning>
      {timeText(at, format, timezone)}
    </time>
  );
}

export interface TimeTextProps extends LocalTimeProps, Pick<TransProps, 'i18nKey' | 'values'> {}

/** A sentence that names an instant, with a `<time/>` in it. */
export function TimeText({ i18nKey, values, ...time }: TimeTextProps) {
  return <Trans i18nKey={i18nKey} values={values} components={{ time: <LocalTime {...time} /> }} />;
}
