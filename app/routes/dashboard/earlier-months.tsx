import { monthText } from '#app/components/ui/month-text.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import type { UsageMonth } from './usage-months.ts';

/**
 * The stored months before this one, newest first: a table whose last column draws each against the current limit.
 */
export function EarlierMonths({ months, limit }: { months: readonly UsageMonth[]; limit: number }) {
  const most = Math.max(limit, ...months.map(({ total }) => total));
  return (
    <details>
      <summary>{t('dashboard.usage.earlier')}</summary>
      <table className="table table--bars">
        <thead>
          <tr>
            <th scope="col">{t('dashboard.usage.month')}</th>
            <th scope="col">{t('dashboard.usage.executions')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('dashboard.usage.share')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ timeframe, total }) => (
            <tr key={timeframe}>
              <th scope="row">{monthText(timeframe)}</th>
              <td>{countText(total)}</td>
              <td>
                <span className="visually-hidden">
                  {t('dashboard.usage.percent', { percent: Math.floor((total * 100) / limit) })}
                </span>
                <svg
                  className="meter__bar meter"
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect width={(total * 100) / most} height="1" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
