import { bill, fallPastDue, payerOf } from './billing.ts';
import { findProduct } from './catalogue.ts';
import { entityNotFound, invalidField, subscriptionError } from './errors.ts';
import { iso } from './periods.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { refuseWhenLocked } from './subscription-locks.ts';
import { subscriptionRecord } from './subscriptions.ts';
import type { Line } from './totals.ts';
import { saveTransaction } from './transactions.ts';
import type { CustomData } from './types.ts';

/** A requested one-time charge. */
export type Charge = {
  items: readonly {
    quantity: number;
    price: {
      product_id: string;
      name?: string | undefined;
      description: string;
      unit_price: { amount: string; currency_code: 'USD' };
      quantity?: { minimum: number; maximum: number } | undefined;
      custom_data?: CustomData | undefined;
    };
  }[];
  on_payment_failure?: 'prevent_change' | 'apply_change' | undefined;
};

function chargeLines(state: PaddleState, { items }: Charge): Line[] {
  const at = iso(state.now());
  return items.map(({ price, quantity }, index) => {
    if (!findProduct(price.product_id)) throw entityNotFound(price.product_id);
    const { minimum, maximum } = price.quantity ?? { minimum: 1, maximum: 100 };
    if (quantity < minimum || quantity > maximum)
      throw invalidField([
        { field: `items.${index}.quantity`, message: `must be between ${minimum} and ${maximum}` },
      ]);
    return {
      quantity,
      price: {
        id: state.newId('pri'),
        product_id: price.product_id,
        description: price.description,
        type: 'standard',
        name: price.name ?? price.description,
        billing_cycle: null,
        trial_period: null,
        tax_mode: 'external',
        unit_price: price.unit_price,
        unit_price_overrides: [],
        quantity: { minimum, maximum },
        status: 'active',
        custom_data: price.custom_data ?? null,
        import_meta: null,
        created_at: at,
        updated_at: at,
      },
    };
  });
}

/**
 * Bills a one-time charge now. Lines for the next renewal keep waiting. Throws `subscription_payment_declined` if the card
 * is declined, unless the caller wants the charge anyway.
 * Source: https://developer.paddle.com/build/subscriptions/bill-add-one-time-charge.
 */
export function chargeSubscription(state: PaddleState, id: string, charge: Charge): SubscriptionRecord {
  const record = subscriptionRecord(state, id);
  refuseWhenLocked(state, record);
  const { status, current_billing_period: period } = record.subscription;
  if (status !== 'active' || period === null)
    throw subscriptionError(400, 'subscription_not_active', 'action requires the subscription to be active');
  const { paid, transaction } = bill(state, record, chargeLines(state, charge), {
    origin: 'subscription_charge',
    period: { starts_at: iso(state.now()), ends_at: period.ends_at },
    payer: payerOf(state, record),
  });
  if (paid) return record;
  if (charge.on_payment_failure === 'apply_change') return fallPastDue(state, record, transaction);
  saveTransaction(state, transaction, { status: 'canceled' }, 'transaction.canceled');
  throw subscriptionError(400, 'subscription_payment_declined', 'payment declined');
}
