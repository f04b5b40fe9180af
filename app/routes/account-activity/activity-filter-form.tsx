import { Form } from '@remix-run/react';
import { FilterSelect } from '#app/components/form/filter-select.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import type { ActivityFilter } from '#app/domain/access/activity-filter.ts';
import { auditGroups } from '#app/domain/access/audit.ts';
import { t } from '#app/i18n/t.ts';

export interface ActivityFilterFormProps {
  filter: ActivityFilter;
  members: ReadonlyArray<{ userId: string; name: string }>;
}

/** The filter, in the address: it works without a script and can be sent to someone. */
export function ActivityFilterForm({ filter, members }: ActivityFilterFormProps) {
  const { who, what, order } = filter;
  return (
    // A new key resets the fields to the address.
    <Form method="get" className="filter" key={JSON.stringify([who, what, order])} preventScrollReset>
      <FilterSelect name="who" label={t('activity.filter.who')} value={who ?? ''}>
        <option value="">{t('activity.filter.anyone')}</option>
        {members.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
        <option value="nobody">{t('activity.filter.nobody')}</option>
      </FilterSelect>
      <FilterSelect name="what" label={t('activity.filter.what')} value={what ?? ''}>
        <option value="">{t('activity.filter.anything')}</option>
        {auditGroups.map((group) => (
          <option key={group} value={group}>
            {t(`activity.group.${group}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="order" label={t('activity.filter.order')} value={order}>
        <option value="newest">{t('activity.filter.newestFirst')}</option>
        <option value="oldest">{t('activity.filter.oldestFirst')}</option>
      </FilterSelect>
      <SubmitButton variant="secondary">{t('activity.filter.submit')}</SubmitButton>
    </Form>
  );
}
