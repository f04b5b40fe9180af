import type { Money } from './money.ts';

export const paymentStatuses = ['paid', 'failed', 'pending', 'refunded', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The announced outcome of a new payment. */
export const paymentOutcomes = ['received', 'failed'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Pushed to the account's billing contacts; amounts stay in the list of payments. */
export interface PaymentMessage {
  kind: 'payment';
  outcome: PaymentOutcome;
}

/** A bill, as the billing page lists it. */
export interface Payment {
  /** The provider's transaction. */
  id: string;
  /** UTC ms. */
  date: number;
  total: Money;
  status: PaymentStatus;
  invoiceNumber: string | null;
}

/** Spec §3. */
export const cardBrands = ['generic', 'amex', 'discover', 'maestro', 'mastercard', 'paypal', 'visa'] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The account's payment method, without data that only the provider may have. */
export interface PaymentMethod {
  kind: 'card' | 'paypal';
  brand: CardBrand;
  lastFour: string | null;
  /** `MM/YYYY`. */
  expiry: string | null;
}

/** @returns the brand of spec §3 for the provider's name. */
export function cardBrandOf(type: string): CardBrand {
  const name = type.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (name === 'americanexpress') return 'amex';
  return cardBrands.find((brand) => brand === name) ?? 'generic';
}

/** On the first days of a month, so that a day without the cron loses no warning. */
const WARNING_DAYS = 3;

/** @returns the cards to warn of at `now` (UTC ms): their last month is the next, with its last day. Null on most days. */
export function expiringCards(now: number): { expiry: string; lastDay: number } | null {
  const today = new Date(now);
  if (today.getUTCDate() > WARNING_DAYS) return null;
  const next = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1));
  const expiry = `${String(next.getUTCMonth() + 1).padStart(2, '0')}/${next.getUTCFullYear()}`;
  return { expiry, lastDay: Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0) };
}
