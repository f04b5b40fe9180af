import { Form } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icons.tsx';
import { useMonthText } from '#app/components/ui/month-text.ts';
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

/** The filter, in the address: it works without a script and can be sent to somebody. */
export function ExecutionFilterForm({ filter, workflows, now }: ExecutionFilterFormProps) {
  const monthText = useMonthText();
  const { month, day, workflowId, isCounted } = filter;
  const current = timeframeOf(now);
  const months = [...new Set([current, monthBefore(current), month])];
  const counted = isCounted === undefined ? '' : isCounted ? 'yes' : 'no';
  return (
    // A new key resets the fields to what the address says.
    <Form method="get" className="filter" key={JSON.stringify(filter)} preventScrollReset>
      <Choice name="month" label={t('usage.month.label')} value={month}>
        {months.map((value) => (
          <option key={value} value={value}>
            {monthText(value)}
          </option>
        ))}
      </Choice>
      <Choice name="day" label={t('usage.executions.day')} value={day === undefined ? '' : String(day)}>
        <option value="">{t('usage.executions.anyDay')}</option>
        {Array.from({ length: daysInMonth(month) }, (_, index) => String(index + 1)).map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </Choice>
      <Choice name="workflow" label={t('usage.executions.workflow')} value={workflowId ?? ''}>
        <option value="">{t('usage.executions.anyWorkflow')}</option>
        {workflows
          .filter(({ id }) => id !== '')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name || id}
            </option>
          ))}
      </Choice>
      <Choice name="counted" label={t('usage.executions.counted')} value={counted}>
        <option value="">{t('usage.executions.countedOptions.any')}</option>
        <option value="yes">{t('usage.executions.countedOptions.yes')}</option>
        <option value="no">{t('usage.executions.countedOptions.no')}</option>
      </Choice>
      <Button type="submit">{t('usage.executions.filter')}</Button>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  children: ReactNode;
}

function Choice({ name, label, value, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="input-box input-box--select">
        <select id={id} className="input-box__input" name={name} defaultValue={value}>
          {children}
        </select>
        <Icon name="chevron-down" />
      </div>
    </div>
  );
}
