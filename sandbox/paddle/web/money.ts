import type { BillingCycle, CheckoutTotals } from './checkout.ts';

/** Minor units as a number of whole units: paddle.js's events have `24` where the API has `"2400"`. */
export function majorUnits(minorUnits: string, currencyCode: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode });
  return Number(minorUnits) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}

/** Formats an amount for a person of `locale`; English for an unknown locale. */
export function formatMoney(minorUnits: string, currencyCode: string, locale: string): string {
  const known = /^[a-z]{2,3}(-[a-z]{2})?$/i.test(locale) ? locale : 'en';
  const format = new Intl.NumberFormat(known, { style: 'currency', currency: currencyCode });
  return format.format(majorUnits(minorUnits, currencyCode));
}

/** The amount due now, in minor units: the total minus the customer's balance. */
export function amountDue({ total, credit = '0' }: Pick<CheckoutTotals, 'total' | 'credit'>): string {
  return String(BigInt(total) - BigInt(credit));
}

/** Formats the billing cycle: `every month`, `every 3 months`. */
export function formatCycle({ interval, frequency }: BillingCycle): string {
  return frequency === 1 ? `every ${interval}` : `every ${frequency} ${interval}s`;
}
