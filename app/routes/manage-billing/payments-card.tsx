import { Card } from '#app/components/ui/card.tsx';
import { StatusBadge, type StatusBadgeProps } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { moneyText } from '#app/domain/billing/money.ts';
import type { Payment, PaymentStatus } from '#app/domain/billing/payment.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';

const tones: Record<PaymentStatus, StatusBadgeProps['tone']> = {
  paid: 'success',
  failed: 'danger',
  pending: 'pending',
  refunded: 'neutral',
};

/** Every bill, the newest first, with its invoice where there is one. */
export function PaymentsCard({ payments }: { payments: readonly Payment[] }) {
  return (
    <Card title={t('billing.payments.title')}>
      {payments.length === 0 ? (
        <p className="text-muted">{t('billing.payments.empty')}</p>
      ) : (
        <ul className="rows">
          {payments.map((payment) => (
            <li key={payment.id} className="rows__entry">
              <div className="rows__words">
                <p>
                  <strong>{moneyText(payment.total)}</strong>
                </p>
                <p className="text-muted text-sm">
                  <LocalTime at={payment.date} format="date" />
                </p>
              </div>
              <StatusBadge tone={tones[payment.status]}>
                {t(`billing.payments.status.${payment.status}`)}
              </StatusBadge>
              {payment.invoiceNumber !== null && (
                <a
                  href={`${paths.billingInvoice}/${encodeURIComponent(payment.id)}`}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {t('billing.payments.invoice', { number: payment.invoiceNumber })}
                  <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
