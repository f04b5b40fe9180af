import { Form } from '@remix-run/react';
import { FilterSelect } from '#app/components/form/filter-select.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { paymentStatuses } from '#app/domain/billing/payment.ts';
import type { PaymentFilter } from '#app/domain/billing/payment-filter.ts';
import { t } from '#app/i18n/t.ts';

/** The filter, in the address: it works without a script and can be sent to someone. */
export function PaymentFilterForm({ status, order }: PaymentFilter) {
  return (
    // A new key resets the fields to the address.
    <Form method="get" className="filter" key={`${status} ${order}`} preventScrollReset>
      <FilterSelect name="status" label={t('billing.payments.filter.status')} value={status ?? ''}>
        <option value="">{t('billing.payments.filter.any')}</option>
        {paymentStatuses.map((value) => (
          <option key={value} value={value}>
            {t(`billing.payments.status.${value}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="order" label={t('billing.payments.filter.order')} value={order}>
        <option value="newest">{t('billing.payments.filter.newestFirst')}</option>
        <option value="oldest">{t('billing.payments.filter.oldestFirst')}</option>
      </FilterSelect>
      <SubmitButton variant="secondary">{t('billing.payments.filter.submit')}</SubmitButton>
    </Form>
  );
}
