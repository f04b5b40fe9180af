import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { utcDayText } from '../ui/time.tsx';

interface DayTableProps {
  /** The counted unit. */
  heading: string;
  /** `at`: an instant of the day, UTC ms. */
  days: ReadonlyArray<{ at: number; count: number }>;
}

/** The figures of a month's chart as text, a day a row; nothing before the first day. */
export function DayTable({ heading, days }: DayTableProps) {
  if (days.length === 0) return null;
  return (
    <details>
      <summary>{t('dashboard.usage.days')}</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('dashboard.usage.day')}</th>
            <th scope="col">{heading}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ at, count }) => (
            <tr key={at}>
              <th scope="row">{utcDayText(at)}</th>
              <td>{countText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
