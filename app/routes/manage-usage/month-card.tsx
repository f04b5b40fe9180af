import { DayTable } from '#app/components/instance/day-table.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { countElapsedDays, monthBegins } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { MonthChart, type MonthChartProps } from './month-chart.tsx';

export interface MonthCardProps extends MonthChartProps {
  used: number | null;
  /** When the figures were read, UTC ms. */
  readAt: number | null;
  isLive: boolean;
  canChangePlan: boolean;
}

/** The month by day, against the plan's limit, with a projection to its end. */
export function MonthCard(props: MonthCardProps) {
  const { month, now, byDay, used, limit, forecast, readAt, isLive, canChangePlan, terms } = props;
  const isCurrent = month === timeframeOf(now);
  const days = byDay
    .slice(0, Math.ceil(countElapsedDays(month, now)))
    .map((count, index) => ({ at: monthBegins(month) + index * DAY_MS, count }));
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
          <DayTable heading={t('dashboard.usage.executions')} days={days} />
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
  const range = { low: countText(low), expected: countText(expected), high: countText(high) };
  return (
    <div>
      <p>
        {t('usage.forecast.range', range)}{' '}
        {high > limit && t(low > limit ? 'usage.forecast.above' : 'usage.forecast.couldBeAbove')}{' '}
        {terms && high > cap && t('usage.forecast.aboveCap', { cap: countText(cap) })}
      </p>
      <p className="text-muted text-sm">{t('usage.forecast.basis', { count: days })}</p>
    </div>
  );
}
