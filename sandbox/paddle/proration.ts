import { remaining } from './periods.ts';
import type { Line } from './totals.ts';
import type { Period, SoldPrice } from './types.ts';

export type Held = { price: SoldPrice; quantity: number };

export const billingModes = [
  'prorated_immediately',
  'prorated_next_billing_period',
  'full_immediately',
  'full_next_billing_period',
  'do_not_bill',
] as const;
export type BillingMode = (typeof billingModes)[number];

export type ChangeLines = {
  /** Lines that are billed with the change. */
  now: readonly Line[];
  /** Lines that wait for the next renewal. */
  later: readonly Line[];
};

type Change = {
  before: readonly Held[];
  after: readonly Held[];
  mode: BillingMode;
  /** The period that is paid for, and the one that runs after the change: another when the cycle changes. */
  period: Period;
  nextPeriod: Period;
  now: number;
};

function omitUnchanged(items: readonly Held[], others: readonly Held[]): Held[] {
  return items.filter(
    ({ price, quantity }) =>
      !others.some((other) => other.price.id === price.id && other.quantity === quantity),
  );
}

function part(items: readonly Held[], period: Period, now: number, sign: 1 | -1): Line[] {
  return items.map(({ price, quantity }) => ({
    price,
    quantity: sign * quantity,
    proration: { ...remaining(period, now), period },
  }));
}

/**
 * What a change of items costs. Prorated, the rest of the period is given back for what goes and charged for what comes;
 * a changed quantity goes and comes as a whole, so that changes of one instant cancel out to the cent. In full, what
 * comes is charged and nothing is given back. A new billing cycle starts at once and is charged whole.
 * Source: https://developer.paddle.com/concepts/subscriptions/proration.
 */
export function changeLines({ before, after, mode, period, nextPeriod, now }: Change): ChangeLines {
  if (mode === 'do_not_bill') return { now: [], later: [] };
  const restarts = period.ends_at !== nextPeriod.ends_at;
  const gone = restarts ? before : omitUnchanged(before, after);
  const come = restarts ? after : omitUnchanged(after, before);
  const isProrated = mode.startsWith('prorated');
  const lines: Line[] = isProrated
    ? [...part(gone, period, now, -1), ...(restarts ? whole(come) : part(come, period, now, 1))]
    : whole(restarts ? come : subtractItems(before, come));
  return mode.endsWith('immediately') ? { now: lines, later: [] } : { now: [], later: lines };
}

function whole(items: readonly Held[]): Line[] {
  return items.map(({ price, quantity }) => ({ price, quantity }));
}

/** Of items in full, what is more than before. */
function subtractItems(before: readonly Held[], come: readonly Held[]): Held[] {
  return come
    .map(({ price, quantity }) => ({
      price,
      quantity: quantity - (before.find((held) => held.price.id === price.id)?.quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}
