import type { CardBrand } from '#app/domain/billing/payment.ts';
import { t } from '#app/i18n/t.ts';

/** A card brand's mark in the text colour; the text beside it says the same. */
export function CardMark({ brand }: { brand: CardBrand }) {
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
