import { t } from '#app/i18n/t.ts';

/** @returns a `YYYY-MM` as people read it. */
export function monthText(timeframe: string): string {
  const months = t('ui.time.months', { returnObjects: true });
  const [year = 1970, month = 1] = timeframe.split('-').map(Number);
  return t('dashboard.usage.monthName', { month: months[month - 1] ?? '', year });
}
