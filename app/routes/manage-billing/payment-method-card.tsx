import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import type { PaymentMethod } from '#app/domain/billing/payment.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { CardMark } from './card-mark.tsx';

export interface PaymentMethodCardProps {
  method: PaymentMethod | null;
  status: BillingStatus;
}

/** The account's payment method. The provider only changes the card of an active or past-due subscription. */
export function PaymentMethodCard({ method, status }: PaymentMethodCardProps) {
  const isChangeable = status === 'active' || status === 'past_due';
  return (
    <Card
      title={t('billing.method.title')}
      footer={
        isChangeable && (
          <PostForm action={paths.billing}>
            <SubmitButton name="intent" value="change-card" variant="secondary">
              {t('billing.method.change')}
            </SubmitButton>
          </PostForm>
        )
      }
    >
      {method ? <Method method={method} /> : <p className="text-muted">{t('billing.method.none')}</p>}
      {status === 'paused' && <p className="text-muted text-sm">{t('billing.method.paused')}</p>}
    </Card>
  );
}

function Method({ method: { brand, lastFour, expiry } }: { method: PaymentMethod }) {
  const isWallet = brand === 'generic' && lastFour === null;
  const name = t(isWallet ? 'billing.method.wallet' : `billing.brand.${brand}`);
  return (
    <div className="cluster">
      <CardMark brand={brand} />
      <div>
        <p>{lastFour ? t('billing.method.card', { brand: name, lastFour }) : name}</p>
        {expiry && <p className="text-muted text-sm">{t('billing.method.expiry', { expiry })}</p>}
      </div>
    </div>
  );
}
