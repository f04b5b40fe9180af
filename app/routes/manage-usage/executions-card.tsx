import { FilterForm, FilterSelect } from '#app/components/form/filter-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { Pager } from '#app/components/ui/pager.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { Options } from '#app/components/ui/select-box.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { paths } from '#app/domain/paths.ts';
import type { WorkflowUsage } from '#app/domain/usage/by-workflow.ts';
import {
  type ExecutionFilter,
  type ExecutionPage,
  type ExecutionRow,
  isWholeMonth,
  queryOfFilter,
} from '#app/domain/usage/executions.ts';
import { daysInMonth, monthBefore } from '#app/domain/usage/months.ts';
import { t } from '#app/i18n/t.ts';

interface ExecutionsCardProps {
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
              {t('ui.csv')}
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
        <JoinedFacts>
          <LocalTime at={at} format="dateTime" />
          {t(`usage.executions.startedBy.${trigger}`)}
          {reason !== null && t(`usage.executions.why.${reason}`)}
          <span className="execution-id">
            {t('usage.executions.id', { id: String(id) })}
            <CopyButton text={String(id)} label={t('usage.executions.copyId', { id: String(id) })} />
          </span>
        </JoinedFacts>
      }
    >
      <StatusBadge tone={reason === null ? 'success' : 'neutral'}>
        {t(reason === null ? 'usage.executions.isCounted' : 'usage.executions.isNotCounted')}
      </StatusBadge>
    </Row>
  );
}

type ExecutionFilterFormProps = Pick<ExecutionsCardProps, 'filter' | 'workflows' | 'now'>;

function ExecutionFilterForm({ filter, workflows, now }: ExecutionFilterFormProps) {
  const { month, day, workflowId, isCounted } = filter;
  const current = timeframeOf(now);
  const months = [...new Set([current, monthBefore(current), month])];
  const days = Array.from({ length: daysInMonth(month) }, (_, index) => String(index + 1));
  const named = workflows.filter(({ id }) => id !== '');
  // A filter in force that ran nothing in this month has an option as well.
  const isUnknown = workflowId !== undefined && named.every(({ id }) => id !== workflowId);
  const counted = isCounted === undefined ? '' : isCounted ? 'yes' : 'no';
  return (
    <FilterForm key={JSON.stringify(filter)}>
      <FilterSelect name="month" label={t('usage.month.label')} value={month}>
        <Options values={months} labelOf={monthText} />
      </FilterSelect>
      <FilterSelect name="day" label={t('usage.executions.day')} value={day === undefined ? '' : String(day)}>
        <option value="">{t('usage.executions.anyDay')}</option>
        <Options values={days} labelOf={(value) => value} />
      </FilterSelect>
      <FilterSelect name="workflow" label={t('usage.executions.workflow')} value={workflowId ?? ''}>
        <option value="">{t('usage.executions.anyWorkflow')}</option>
        {isUnknown && <option value={workflowId}>{workflowId}</option>}
        {named.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || id}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="counted" label={t('usage.executions.counted')} value={counted}>
        <option value="">{t('usage.executions.countedOptions.any')}</option>
        <option value="yes">{t('usage.executions.countedOptions.yes')}</option>
        <option value="no">{t('usage.executions.countedOptions.no')}</option>
      </FilterSelect>
    </FilterForm>
  );
}
