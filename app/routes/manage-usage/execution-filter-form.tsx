import { Form } from '@remix-run/react';
import { FilterSelect } from '#app/components/form/filter-select.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import type { WorkflowUsage } from '#app/domain/usage/by-workflow.ts';
import type { ExecutionFilter } from '#app/domain/usage/executions.ts';
import { daysInMonth, monthBefore } from '#app/domain/usage/months.ts';
import { t } from '#app/i18n/t.ts';

export interface ExecutionFilterFormProps {
  filter: ExecutionFilter;
  workflows: readonly WorkflowUsage[];
  now: number;
}

/** The filter, in the address: it works without a script and can be shared. */
export function ExecutionFilterForm({ filter, workflows, now }: ExecutionFilterFormProps) {
  const { month, day, workflowId, isCounted } = filter;
  const current = timeframeOf(now);
  const months = [...new Set([current, monthBefore(current), month])];
  const counted = isCounted === undefined ? '' : isCounted ? 'yes' : 'no';
  return (
    // A new key resets the fields to the address.
    <Form method="get" className="filter" key={JSON.stringify(filter)} preventScrollReset>
      <FilterSelect name="month" label={t('usage.month.label')} value={month}>
        {months.map((value) => (
          <option key={value} value={value}>
            {monthText(value)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="day" label={t('usage.executions.day')} value={day === undefined ? '' : String(day)}>
        <option value="">{t('usage.executions.anyDay')}</option>
        {Array.from({ length: daysInMonth(month) }, (_, index) => String(index + 1)).map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="workflow" label={t('usage.executions.workflow')} value={workflowId ?? ''}>
        <option value="">{t('usage.executions.anyWorkflow')}</option>
        {workflows
          .filter(({ id }) => id !== '')
          .map(({ id, name }) => (
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
      <SubmitButton variant="secondary">{t('usage.executions.filter')}</SubmitButton>
    </Form>
  );
}
