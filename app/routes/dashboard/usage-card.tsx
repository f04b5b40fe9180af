import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DayTable } from '#app/components/instance/day-table.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { TimeText } from '#app/components/ui/time.tsx';
import { projectRunOut, timeframeOf, type UsageOfDay } from '#app/domain/instance/usage.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { monthBegins } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { UsageChart } from './usage-chart.tsx';
import { type UsageMonth, usageMonths } from './usage-months.ts';

interface UsageCardProps {
  instance: InstanceView;
  usageByDay: readonly UsageOfDay[];
  /** Null for people who cannot change it. */
  plan: object | null;
  /** The workspace's own present, UTC ms. */
  now: number;
}

/** The usage of the plan this month, its forecast, and the months before (spec §3, "Usage", "Used limits"). */
export function UsageCard({ instance, usageByDay, plan, now: loadedAt }: UsageCardProps) {
  const { usage, limits } = instance;
  // A reading of a later month than that of the page's load shows that it has begun.
  const now = usage ? Math.max(loadedAt, monthBegins(usage.timeframe)) : loadedAt;
  const paidMax = instance.overage?.terms?.maxExecutions ?? 0;
  const isStopped = instance.status === InstanceStatus.Stopped;
  const { current, earlier } = usageMonths(usageByDay, usage, now);
  // Each day with executions: its start, UTC ms, and the month’s executions until its end.
  const days = current.days.map(({ day, executions }) => ({
    at: monthBegins(current.timeframe) + (day - 1) * DAY_MS,
    count: executions,
  }));
  const outlook = isStopped
    ? current.total === 0 && t('dashboard.noneStopped')
    : outlookOf(current, limits.executions, paidMax, now);
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
          {plan && usage.activeWorkflows >= limits.activeWorkflows && (
            <Link to={paths.changePlan}>{t('dashboard.usage.moreWorkflows')}</Link>
          )}
          <UsageChart month={current} limit={limits.executions} now={now} isStopped={isStopped} />
          {outlook && <p>{outlook}</p>}
          <DayTable heading={t('dashboard.usage.soFar')} days={days} />
        </>
      )}
      {earlier.length > 0 && <EarlierMonths months={earlier} limit={limits.executions} />}
    </Card>
  );
}

/** @returns whether the executions last the month, in words. `paidMax`: those beyond the limit that are paid for at most. */
function outlookOf({ timeframe, total }: UsageMonth, limit: number, paidMax: number, now: number): ReactNode {
  if (total >= limit) return t(total < limit + paidMax ? 'dashboard.usage.runsOn' : 'dashboard.usage.usedUp');
  const runOutAt = projectRunOut({ timeframe, executions: total, activeWorkflows: 0 }, limit, now);
  if (runOutAt === null) return t(total === 0 ? 'dashboard.usage.none' : 'dashboard.usage.lasts');
  return <TimeText i18nKey="dashboard.usage.runsOut" at={runOutAt} format="date" />;
}

/** The stored months before this one, newest first: a table whose last column draws each against the current limit. */
function EarlierMonths({ months, limit }: { months: readonly UsageMonth[]; limit: number }) {
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
