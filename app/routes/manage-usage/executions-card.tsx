import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Pager } from '#app/components/ui/pager.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { paths } from '#app/domain/paths.ts';
import type { WorkflowUsage } from '#app/domain/usage/by-workflow.ts';
import {
  type ExecutionFilter,
  type ExecutionPage,
  type ExecutionRow,
  isWholeMonth,
  queryOfFilter,
} from '#app/domain/usage/executions.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';
import { ExecutionFilterForm } from './execution-filter-form.tsx';

export interface ExecutionsCardProps {
  /** Null when none were read. */
  page: ExecutionPage | null;
  filter: ExecutionFilter;
  workflows: readonly WorkflowUsage[];
  now: number;
  isLive: boolean;
}

/** The executions one by one, each with what started it and why it counts or not. */
export function ExecutionsCard({ page, filter, workflows, now, isLive }: ExecutionsCardProps) {
  const pathOf = (changes: Partial<ExecutionFilter>, path: string = paths.usage) =>
    `${path}?${queryOfFilter({ ...filter, ...changes })}`;
  return (
    <Card
      title={t('usage.executions.title')}
      footer={
        <>
          <Pager
            first={filter.cursor === undefined ? null : pathOf({ cursor: undefined })}
            next={page?.next ? pathOf({ cursor: page.next }) : null}
          />
          {isLive && (
            <ButtonLink to={pathOf({ cursor: undefined }, paths.usageCsv)} variant="quiet" reloadDocument>
              {t('usage.executions.csv')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p className="text-muted">{t('usage.executions.lead')}</p>
      {!isLive && <p>{t('usage.executions.newestOnly')}</p>}
      <ExecutionFilterForm filter={filter} workflows={workflows} now={now} />
      {!page || page.rows.length === 0 ? (
        <p className="text-muted">
          {t(isWholeMonth(filter) && isLive ? 'usage.executions.none' : 'usage.executions.empty')}
        </p>
      ) : (
        <ol className="rows">
          {page.rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Entry({ row: { id, at, workflowName, trigger, reason } }: { row: ExecutionRow }) {
  return (
    <Row
      title={workflowName || t('usage.executions.unnamed')}
      facts={
        <>
          <LocalTime at={at} format="dateTime" />
          {SEPARATOR}
          {t(`usage.executions.startedBy.${trigger}`)}
          {reason !== null && (
            <>
              {SEPARATOR}
              {t(`usage.executions.why.${reason}`)}
            </>
          )}
          {SEPARATOR}
          <span className="execution-id">
            {t('usage.executions.id', { id: String(id) })}
            <CopyButton text={String(id)} label={t('usage.executions.copyId', { id: String(id) })} />
          </span>
        </>
      }
    >
      <StatusBadge tone={reason === null ? 'success' : 'neutral'}>
        {t(reason === null ? 'usage.executions.isCounted' : 'usage.executions.isNotCounted')}
      </StatusBadge>
    </Row>
  );
}
