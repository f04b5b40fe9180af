import { Link } from '@remix-run/react';
import { Card } from '#app/components/ui/card.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { type Comparison, largestMover, type WorkflowUsage } from '#app/domain/usage/by-workflow.ts';
import { type ExecutionFilter, queryOfFilter } from '#app/domain/usage/executions.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

const SHOWN = 10;

export interface WorkflowsCardProps {
  /** The largest part first. */
  workflows: readonly WorkflowUsage[];
  comparison: Comparison;
  /** `YYYY-MM`; null when unknown. */
  previousMonth: string | null;
  filter: ExecutionFilter;
}

/** The workflows that used the month, and the one that changed it most. */
export function WorkflowsCard({ workflows, comparison, previousMonth, filter }: WorkflowsCardProps) {
  const mover = comparison && largestMover(workflows);
  const rest = workflows.slice(SHOWN);
  const table = { hasChange: comparison !== null, month: filter.month };
  return (
    <Card title={t('usage.workflows.title')}>
      {workflows.length === 0 && <p>{t('usage.workflows.empty')}</p>}
      {mover && (
        <p>
          {t('usage.workflows.mover', {
            name: mover.id === '' ? t('usage.workflows.other') : mover.name || mover.id,
            change: changeText(mover.change),
          })}
        </p>
      )}
      {workflows.length > 0 && <WorkflowTable {...table} workflows={workflows.slice(0, SHOWN)} />}
      {rest.length > 0 && (
        <details>
          <summary>{t('usage.workflows.more', { count: rest.length })}</summary>
          <WorkflowTable {...table} workflows={rest} />
        </details>
      )}
      {comparison && (
        <p className="text-muted text-sm">
          {t(`usage.workflows.comparedWith.${comparison}`, {
            month: previousMonth === null ? '' : monthText(previousMonth),
          })}
        </p>
      )}
    </Card>
  );
}

interface WorkflowTableProps extends Pick<WorkflowsCardProps, 'workflows'> {
  hasChange: boolean;
  month: string;
}

function WorkflowTable({ workflows, hasChange, month }: WorkflowTableProps) {
  return (
    <table className="table table--figures">
      <thead>
        <tr>
          <th scope="col">{t('usage.workflows.workflow')}</th>
          <th scope="col">{t('usage.workflows.executions')}</th>
          <th scope="col">{t('usage.workflows.share')}</th>
          {hasChange && <th scope="col">{t('usage.workflows.change')}</th>}
        </tr>
      </thead>
      <tbody>
        {workflows.map(({ id, name, counted, notCounted, share, change }) => (
          <tr key={id}>
            <th scope="row">
              {id === '' ? (
                t('usage.workflows.other')
              ) : (
                <Link to={`?${queryOfFilter({ month, workflowId: id })}`} preventScrollReset dir="auto">
                  {name || id}
                </Link>
              )}
              {notCounted > 0 && (
                <span className="text-muted text-sm table__note">
                  {t('usage.workflows.notCounted', { count: notCounted })}
                </span>
              )}
            </th>
            <td>{countText(counted)}</td>
            <td>{t('usage.workflows.percent', { percent: roundPercentText(share) })}</td>
            {hasChange && <td>{changeText(change)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param share 0 to 1. @returns whole percent; a share that is not zero is never 0. */
export function roundPercentText(share: number): string {
  if (share > 0 && share < 0.01) return '< 1';
  return String(Math.round(share * 100));
}

/** @returns a change with its sign; a dash for an unknown one. */
export function changeText(change: number | null): string {
  if (change === null) return '–';
  const size = countText(Math.abs(change));
  if (change === 0) return '0';
  return change > 0 ? `+${size}` : `−${size}`;
}
