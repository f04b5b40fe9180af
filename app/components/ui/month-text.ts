import { t } from '#app/i18n/t.ts';

/** @returns what writes a `YYYY-MM` as people read it. */
export function useMonthText(): (timeframe: string) => string {
  const months = t('ui.time.months', { returnObjects: true });
  return (timeframe) => {
    const [year = 1970, month = 1] = timeframe.split('-').map(Number);
    return t('dashboard.usage.monthName', { month: months[month - 1] ?? '', year });
  };
}
