import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import type { CardBrand, PaymentMethod } from '#app/domain/billing/payment.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

interface PaymentMethodCardProps {
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

/** A card brand's mark in the text color; the text beside it says the same. */
function CardMark({ brand }: { brand: CardBrand }) {
  return (
    <svg className="card-mark" viewBox="0 0 40 26" aria-hidden="true">
      <rect x="0.75" y="0.75" width="38.5" height="24.5" rx="4" fill="none" stroke="currentColor" />
      <Drawing brand={brand} />
    </svg>
  );
}

function Drawing({ brand }: { brand: CardBrand }) {
  if (brand === 'generic') {
    return <path d="M1 8h38M6 18h9" stroke="currentColor" strokeWidth="3" />;
  }
  if (brand === 'mastercard' || brand === 'maestro') {
    return (
      <>
        <circle cx="16" cy="13" r="6.5" fill="currentColor" opacity={brand === 'maestro' ? 0.35 : 0.8} />
        <circle cx="24" cy="13" r="6.5" fill="currentColor" opacity="0.5" />
      </>
    );
  }
  return (
    <text x="20" y="17" fontSize="10" fontWeight="700" textAnchor="middle" fill="currentColor">
      {t(`billing.brandMark.${brand}`)}
    </text>
  );
}
