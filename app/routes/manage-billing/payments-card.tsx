import { FilterForm, FilterSelect, OrderSelect } from '#app/components/form/filter-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Pager } from '#app/components/ui/pager.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { Options } from '#app/components/ui/select-box.tsx';
import { StatusBadge, type StatusBadgeProps } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { moneyText } from '#app/domain/billing/money.ts';
import { type Payment, type PaymentStatus, paymentStatuses } from '#app/domain/billing/payment.ts';
import { type PaymentFilter, queryOfPayments } from '#app/domain/billing/payment-filter.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const tones: Record<PaymentStatus, StatusBadgeProps['tone']> = {
  paid: 'success',
  failed: 'danger',
  pending: 'pending',
  refunded: 'neutral',
  cancelled: 'neutral',
};

/** Anchor of the list in the long page. */
const ANCHOR = 'payments';
/** Fewer payments are seen at a glance. */
const FILTERED_FROM = 5;

interface PaymentsCardProps {
  /** A page of them, in the filter's order. */
  payments: readonly Payment[];
  filter: PaymentFilter;
  /** The last payment of the page when more follow; null on the last page. */
  next: PaymentFilter['cursor'];
}

/** The payments, with an invoice where there is one. */
export function PaymentsCard({ payments, filter, next }: PaymentsCardProps) {
  const pathOf = (cursor: PaymentFilter['cursor'], path: string = paths.billing) => {
    const query = queryOfPayments({ ...filter, cursor });
    return query === '' ? path : `${path}?${query}`;
  };
  const isWhole = filter.status === undefined && filter.cursor === null;
  const hasAny = payments.length > 0 || !isWhole;
  const isLong = payments.length > FILTERED_FROM || next !== null || !isWhole || filter.order === 'oldest';
  return (
    <Card
      title={t('billing.payments.title')}
      footer={
        hasAny && (
          <>
            <Pager
              first={filter.cursor && `${pathOf(null)}#${ANCHOR}`}
              next={next && `${pathOf(next)}#${ANCHOR}`}
              order={filter.order}
            />
            <ButtonLink to={pathOf(null, paths.billingCsv)} variant="quiet" reloadDocument>
              {t('ui.csv')}
            </ButtonLink>
          </>
        )
      }
    >
      {isLong && <PaymentFilterForm {...filter} />}
      {payments.length === 0 ? (
        <p className="text-muted">{t(isWhole ? 'billing.payments.empty' : 'billing.payments.noMatch')}</p>
      ) : (
        <ul className="rows" id={ANCHOR}>
          {payments.map((payment) => (
            <Entry key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ payment }: { payment: Payment }) {
  return (
    <Row title={moneyText(payment.total)} facts={<LocalTime at={payment.date} format="date" />}>
      <StatusBadge tone={tones[payment.status]}>{t(`billing.payments.status.${payment.status}`)}</StatusBadge>
      {payment.invoiceNumber !== null && (
        <span className="cluster">
          <a
            href={`${paths.billingInvoice}/${encodeURIComponent(payment.id)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('billing.payments.invoice', { number: payment.invoiceNumber })}
            <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>
          </a>
          <CopyButton
            text={payment.invoiceNumber}
            label={t('billing.payments.copyNumber', { number: payment.invoiceNumber })}
          />
        </span>
      )}
    </Row>
  );
}

function PaymentFilterForm({ status, order }: PaymentFilter) {
  return (
    <FilterForm key={`${status} ${order}`}>
      <FilterSelect name="status" label={t('billing.payments.filter.status')} value={status ?? ''}>
        <option value="">{t('billing.payments.filter.any')}</option>
        <Options values={paymentStatuses} labelOf={(value) => t(`billing.payments.status.${value}`)} />
      </FilterSelect>
      <OrderSelect order={order} />
    </FilterForm>
  );
}
