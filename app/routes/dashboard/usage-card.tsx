import { Link } from '@remix-run/react';
import { DayTable } from '#app/components/instance/day-table.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { useMonthText } from '#app/components/ui/month-text.ts';
import { LocalTime } from '#app/components/ui/time.tsx';
import { projectRunOut, timeframeOf, type UsageOfDay } from '#app/domain/instance/usage.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { monthBegins } from '#app/domain/usage/months.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { EarlierMonths } from './earlier-months.tsx';
import { UsageChart } from './usage-chart.tsx';
import { type UsageMonth, usageMonths } from './usage-months.ts';

export interface UsageCardProps {
  instance: InstanceView;
  usageByDay: readonly UsageOfDay[];
  /** The workspace's own present, UTC ms. */
  now: number;
}

/** The usage of the plan this month, its forecast, and the months before (spec §3, "Usage", "Used limits"). */
export function UsageCard({ instance, usageByDay, now }: UsageCardProps) {
  const monthText = useMonthText();
  const { usage, limits } = instance;
  const paidMax = instance.overage?.terms?.maxExecutions ?? 0;
  const isStopped = instance.status === InstanceStatus.Stopped;
  const { current, earlier } = usageMonths(usageByDay, usage, now);
  return (
    <Card
      title={t('dashboard.usage.title', { month: monthText(timeframeOf(now)) })}
      aside={<Link to={paths.usage}>{t('dashboard.usage.details')}</Link>}
    >
      {usage === null ? (
        <p className="text-muted">{t(isStopped ? 'dashboard.noneStopped' : 'dashboard.usage.empty')}</p>
      ) : (
        <>
          <div className="grid grid--lg">
            <Meter
              value={current.total}
              max={limits.executions}
              label={t('dashboard.usage.executions')}
              isFullFine={current.total < limits.executions + paidMax}
            />
            <Meter
              value={usage.activeWorkflows}
              max={limits.activeWorkflows}
              label={t('dashboard.usage.activeWorkflows')}
            />
          </div>
          <UsageChart month={current} limit={limits.executions} now={now} isStopped={isStopped} />
          {isStopped ? (
            current.total === 0 && <p>{t('dashboard.noneStopped')}</p>
          ) : (
            <Outlook month={current} limit={limits.executions} paidMax={paidMax} now={now} />
          )}
          <DayTable heading={t('dashboard.usage.soFar')} days={daysOf(current)} />
        </>
      )}
      {earlier.length > 0 && <EarlierMonths months={earlier} limit={limits.executions} />}
    </Card>
  );
}

/** Whether the executions last the month, in words. */
function Outlook({
  month,
  limit,
  paidMax,
  now,
}: {
  month: UsageMonth;
  limit: number;
  /** Executions beyond the limit that are paid for at most. */
  paidMax: number;
  now: number;
}) {
  if (month.total === 0) return <p>{t('dashboard.usage.none')}</p>;
  if (month.total >= limit && month.total < limit + paidMax) return <p>{t('dashboard.usage.runsOn')}</p>;
  if (month.total >= limit) return <p>{t('dashboard.usage.usedUp')}</p>;
  const usage = { timeframe: month.timeframe, executions: month.total, activeWorkflows: 0 };
  const runOutAt = projectRunOut(usage, limit, now);
  if (runOutAt === null) return <p>{t('dashboard.usage.lasts')}</p>;
  return (
    <p>
      <Trans
        i18nKey="dashboard.usage.runsOut"
        components={{ when: <LocalTime at={runOutAt} format="date" /> }}
      />
    </p>
  );
}

/** @returns the executions so far at the end of each day that has any. */
function daysOf({ timeframe, days }: UsageMonth) {
  return days.map(({ day, executions }) => ({
    at: monthBegins(timeframe) + (day - 1) * DAY_MS,
    count: executions,
  }));
}
