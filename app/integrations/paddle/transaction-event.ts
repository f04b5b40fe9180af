import { z } from 'zod';
import { money } from '#app/domain/billing/money.ts';
import { cardBrandOf, type PaymentMethod, type PaymentStatus } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { OVERAGE_KIND } from './overage.ts';
import { claimOf, currencySchema, epochMsSchema, idSchema, minorUnitsSchema } from './wire.ts';

const cardSchema = z.object({
  type: z.string(),
  last4: z.string().regex(/^\d{4}$/),
  expiry_month: z.number().int().min(1).max(12),
  expiry_year: z.number().int().min(2000).max(9999),
});

/** Attempts to collect, the newest first. */
const attemptSchema = z.object({
  status: z.string(),
  method_details: z.object({ type: z.string(), card: cardSchema.nullish().catch(null) }).nullish(),
});

const transactionSchema = z.object({
  id: idSchema,
  status: z.string(),
  origin: z.string(),
  custom_data: z.unknown().optional(),
  subscription_id: idSchema.nullish(),
  invoice_number: z
    .string()
    .max(100)
    .regex(/^\P{Surrogate}*$/u)
    .nullish(),
  created_at: epochMsSchema,
  billed_at: epochMsSchema.nullish(),
  items: z
    .array(
      z.object({ price: z.object({ custom_data: z.object({ kind: z.string() }).nullish().catch(null) }) }),
    )
    .catch([]),
  payments: z.array(attemptSchema).default([]),
  details: z.object({
    totals: z.object({
      subtotal: minorUnitsSchema,
      grand_total: minorUnitsSchema,
      currency_code: currencySchema,
    }),
    adjusted_totals: z.object({ grand_total: minorUnitsSchema }).nullish(),
  }),
});

const adjustmentSchema = z.object({
  transaction_id: idSchema,
  action: z.string(),
  status: z.string(),
  type: z.string().optional(),
});

/** Types that say nothing about the customer's saved method: an unreadable card, methods for only one payment, and unknown ones. */
const KEEPING_CARD = ['bancontact', 'blik', 'card', 'ideal', 'mb_way', 'offline', 'unknown', 'wire_transfer'];

type Transaction = z.infer<typeof transactionSchema>;

/** An event without the fields that all events have. */
type EventData<Kind extends ProviderEvent['kind']> = Omit<
  Extract<ProviderEvent, { kind: Kind }>,
  'id' | 'type' | 'occurredAt'
>;

const nothing: EventData<'other'> = { kind: 'other', reason: 'nothing-follows' };

/**
 * @param data an entity of https://developer.paddle.com/api-reference/transactions/overview
 * @returns the bill; nothing for a transaction without a debt, such as an abandoned checkout.
 */
export function parseTransaction(type: string, data: unknown): EventData<'transaction'> | EventData<'other'> {
  const parsed = transactionSchema.safeParse(data);
  if (!parsed.success) return { kind: 'other', reason: 'unreadable' };
  const transaction = parsed.data;
  const status = paymentStatusOf(type, transaction);
  if (status === null) return nothing;
  const claim = claimOf(transaction.custom_data);
  const subscriptionId = transaction.subscription_id ?? null;
  if (claim.accountId === null && subscriptionId === null) return { kind: 'other', reason: 'not-ours' };
  const { subtotal, grand_total, currency_code } = transaction.details.totals;
  return {
    kind: 'transaction',
    claim,
    subscriptionId,
    payment: {
      id: transaction.id,
      date: transaction.billed_at ?? transaction.created_at,
      total: money(grand_total, currency_code),
      status,
      invoiceNumber: transaction.invoice_number ?? null,
    },
    // The replacement of a card sells nothing. A bill that credit or a coupon pays has a total of zero too, and an invoice.
    isBill: subtotal > 0 || grand_total > 0,
    method: methodOf(type, transaction),
    // A declined charge for executions makes the subscription past due, as a bill does.
    isDunning:
      transaction.origin === 'subscription_recurring' ||
      transaction.items.some(({ price }) => price.custom_data?.kind === OVERAGE_KIND),
  };
}

/**
 * @param data an entity of https://developer.paddle.com/api-reference/adjustments/overview
 * @returns the refund of a whole bill, also by the customer's bank, or its reversal, which Paddle reports by both
 *   adjustments; nothing for a partial or unapproved refund.
 */
export function parseAdjustment(data: unknown): EventData<'refund'> | EventData<'other'> {
  const parsed = adjustmentSchema.safeParse(data);
  if (!parsed.success) return { kind: 'other', reason: 'unreadable' };
  const { action, status, type, transaction_id } = parsed.data;
  const isApproved = status === 'approved';
  const isReversed =
    (action === 'chargeback' && status === 'reversed') || (action === 'chargeback_reverse' && isApproved);
  const isRefund = isReversed || ((action === 'refund' || action === 'chargeback') && isApproved);
  if (!isRefund || (type ?? 'full') !== 'full') return nothing;
  return { kind: 'refund', transactionId: transaction_id, isReversed };
}

function paymentStatusOf(
  type: string,
  { status, payments, billed_at, details: { totals, adjusted_totals } }: Transaction,
): PaymentStatus | null {
  if (status === 'paid' || status === 'completed') {
    // The bill also contains it, so the order of the two events does not matter.
    return totals.grand_total > 0 && adjusted_totals?.grand_total === 0 ? 'refunded' : 'paid';
  }
  const isRefused = type === 'transaction.payment_failed' || payments[0]?.status === 'error';
  // Otherwise it is an abandoned checkout.
  if (status === 'canceled') return billed_at || isRefused ? 'cancelled' : null;
  if (status === 'past_due' || isRefused) return 'failed';
  return status === 'billed' ? 'pending' : null;
}

/** The method that has just paid. Later events, such as a refund's, repeat it when the account may already use another. */
function methodOf(type: string, { payments }: Transaction): PaymentMethod | null {
  if (type !== 'transaction.paid' && type !== 'transaction.completed') return null;
  const details = payments.find(({ status }) => status === 'captured')?.method_details;
  if (!details) return null;
  if (details.card) {
    const { type: brand, last4, expiry_month, expiry_year } = details.card;
    const expiry = `${String(expiry_month).padStart(2, '0')}/${expiry_year}`;
    return { kind: 'card', brand: cardBrandOf(brand), lastFour: last4, expiry };
  }
  const unknown = { lastFour: null, expiry: null };
  if (details.type === 'paypal') return { kind: 'paypal', brand: 'paypal', ...unknown };
  // Paddle does not say which card is in a wallet, such as `apple_pay`, or is a `korea_local` one: it replaces the earlier
  // card's details.
  return KEEPING_CARD.includes(details.type) ? null : { kind: 'card', brand: 'generic', ...unknown };
}
