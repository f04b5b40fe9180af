import { useTranslation } from 'react-i18next';
import { useHydrated } from './use-hydrated.ts';

export interface LocalTimeProps {
  /** UTC milliseconds. */
  at: number;
  format: 'date' | 'dateTime' | 'time';
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** An instant's calendar fields, in UTC or in the zone of the browser. */
function calendarFields(at: number, isLocal: boolean) {
  const date = new Date(at);
  // Shifted by the zone's offset at that very instant, so that the UTC getters read local fields.
  const read = isLocal ? new Date(at - date.getTimezoneOffset() * 60_000) : date;
  return {
    day: read.getUTCDate(),
    monthIndex: read.getUTCMonth(),
    year: read.getUTCFullYear(),
    hour: twoDigits(read.getUTCHours()),
    minute: twoDigits(read.getUTCMinutes()),
  };
}

/** @returns what writes an instant in UTC where no element can stand, such as in an option. */
export function useDateText(): (at: number, format: LocalTimeProps['format']) => string {
  const { t } = useTranslation();
  const months = t('ui.time.months', { returnObjects: true });
  return (at, format) => {
    const { monthIndex, ...fields } = calendarFields(at, false);
    return t(`ui.time.${format}`, { ...fields, month: months[monthIndex] ?? '' });
  };
}

/**
 * An instant as people read it. The server does not know the reader's zone and writes UTC, named as such; the browser
 * turns it into local time after hydration. Written without `Intl`, whose wording differs between engines and would
 * break the hydration.
 */
export function LocalTime({ at, format }: LocalTimeProps) {
  const { t } = useTranslation();
  const isLocal = useHydrated();
  const { monthIndex, ...fields } = calendarFields(at, isLocal);
  const months = t('ui.time.months', { returnObjects: true });
  const text = t(`ui.time.${format}`, { ...fields, month: months[monthIndex] ?? '' });
  const instant = new Date(at).toISOString();
  return (
    <time dateTime={instant} title={instant}>
      {isLocal || format === 'date' ? text : t('ui.time.utc', { text })}
    </time>
  );
}
