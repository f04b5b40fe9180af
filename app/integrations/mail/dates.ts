import { t } from '#app/i18n/t.ts';

/** @returns `26 Nov 2026`, UTC: a mail does not know where it is read. */
export function day(at: number): string {
  const date = new Date(at);
  const months = t('ui.time.months', { returnObjects: true });
  return t('ui.time.date', {
    day: date.getUTCDate(),
    month: months[date.getUTCMonth()] ?? '',
    year: date.getUTCFullYear(),
  });
}

/** @returns `26 Nov 2026, 14:30 UTC`. */
export function dateTime(at: number): string {
  return t('instanceMail.dateTime', { date: day(at), time: new Date(at).toISOString().slice(11, 16) });
}
