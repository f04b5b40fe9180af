import { DayTable } from '#app/components/instance/day-table.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { OverageTerms } from '#app/domain/billing/overage.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Forecast } from '#app/domain/usage/forecast.ts';
import { countElapsedDays, monthBegins } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { MonthChart } from './month-chart.tsx';

export interface MonthCardProps {
  month: string;
  now: number;
  /** Counted executions by day of the month. */
  byDay: readonly number[];
  used: number | null;
  limit: number;
  forecast: Forecast | null;
  /** When the figures were read, UTC ms. */
  readAt: number | null;
  isLive: boolean;
  canChangePlan: boolean;
  /** The terms of paid executions beyond the limit; null when such executions are held. */
  terms: OverageTerms | null;
}

/** The month by day, against the plan's limit, with a projection to its end. */
export function MonthCard({ month, used, limit, forecast, readAt, isLive, ...more }: MonthCardProps) {
  const { now, byDay, canChangePlan, terms } = more;
  const isCurrent = month === timeframeOf(now);
  const isAbove = (forecast !== null && forecast.high > limit) || (used !== null && used >= limit);
  return (
    <Card
      title={t('usage.month.title', { month: monthText(month) })}
      footer={
        canChangePlan &&
        isCurrent &&
        isAbove && (
          <ButtonLink to={paths.changePlan} variant="primary">
            {t('usage.forecast.upgrade')}
          </ButtonLink>
        )
      }
    >
      {!isLive && readAt !== null && (
        <Notice tone="info" role="none">
          <TimeText i18nKey="usage.month.kept" at={readAt} format="dateTime" />
        </Notice>
      )}
      {used === null ? (
        <p className="text-muted">{t('usage.month.unread')}</p>
      ) : (
        <>
          <Meter
            value={used}
            max={limit}
            label={t('dashboard.usage.executions')}
            isFullFine={terms !== null && used < limit + terms.maxExecutions}
          />
          <MonthChart {...{ month, byDay, limit, forecast, now, terms }} />
          {isCurrent && <Outlook {...{ forecast, limit, used, terms }} />}
          <DayTable heading={t('dashboard.usage.executions')} days={daysOf({ month, now, byDay })} />
        </>
      )}
    </Card>
  );
}

interface OutlookProps extends Pick<MonthCardProps, 'forecast' | 'limit' | 'terms'> {
  used: number;
}

/** The current month's forecast, in words. */
function Outlook({ forecast, limit, used, terms }: OutlookProps) {
  const cap = limit + (terms?.maxExecutions ?? 0);
  if (used >= cap) return <p>{t('dashboard.usage.usedUp')}</p>;
  if (!forecast) return <p className="text-muted">{t('usage.forecast.tooEarly')}</p>;
  const { low, expected, high, days } = forecast;
  const [lowText = '', expectedText = '', highText = ''] = [low, expected, high].map((count) =>
    countText(count),
  );
  return (
    <div>
      <p>
        {t('usage.forecast.range', { low: lowText, expected: expectedText, high: highText })}{' '}
        {high > limit && t(low > limit ? 'usage.forecast.above' : 'usage.forecast.couldBeAbove')}{' '}
        {terms && high > cap && t('usage.forecast.aboveCap', { cap: countText(cap) })}
      </p>
      <p className="text-muted text-sm">{t('usage.forecast.basis', { count: days })}</p>
    </div>
  );
}

/** @returns the executions of each day up to the current one. */
function daysOf({ month, now, byDay }: Pick<MonthCardProps, 'month' | 'now' | 'byDay'>) {
  return byDay
    .slice(0, Math.ceil(countElapsedDays(month, now)))
    .map((count, index) => ({ at: monthBegins(month) + index * DAY_MS, count }));
}
