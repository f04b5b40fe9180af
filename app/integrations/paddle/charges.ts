import { z } from 'zod';
import { type Calls, listAll } from './client.ts';
import { idSchema, minorUnitsSchema, subscriptionPath } from './wire.ts';

const chargesSchema = z.object({
  id: idSchema,
  items: z.array(
    z.object({
      price: z.object({
        unit_price: z.object({ amount: minorUnitsSchema }),
        custom_data: z.record(z.string(), z.unknown()).nullish().catch(null),
      }),
    }),
  ),
  adjustments: z.array(z.object({ action: z.string(), status: z.string() })).default([]),
});

/** Identifies a charge that the portal makes, as its price's `custom_data`: Paddle has no idempotency key. */
type ChargeData = Readonly<{ kind: string } & Record<string, string | number>>;

/** A charge that was made; `unitAmount` is in minor units, without tax. */
export interface MadeCharge {
  transactionId: string;
  unitAmount: number;
}

/** @param query `include: 'adjustments'` excludes refunded ones. @returns the charge with this data; null for none. */
export async function findCharge(
  calls: Calls,
  query: Record<string, string>,
  data: ChargeData,
): Promise<MadeCharge | null> {
  const wanted = Object.entries(data);
  for await (const { id, items, adjustments } of listAll(calls, '/transactions', query, chargesSchema)) {
    const ours = items.find(({ price: { custom_data: of } }) =>
      wanted.every(([name, value]) => of?.[name] === value),
    );
    const isRefunded = adjustments.some(({ action, status }) => action === 'refund' && status !== 'rejected');
    if (ours && !isRefunded) return { transactionId: id, unitAmount: ours.price.unit_price.amount };
  }
  return null;
}

/** Charges a subscription now: https://developer.paddle.com/api-reference/subscriptions/create-subscription-charge */
export async function createCharge(
  calls: Calls,
  subscriptionId: string,
  price: {
    name: string;
    unit_price: { amount: string; currency_code: string };
    custom_data: ChargeData;
  },
  { quantity, onFailure }: { quantity: number; onFailure: 'apply_change' | 'prevent_change' },
): Promise<void> {
  const body = {
    effective_from: 'immediately',
    items: [{ quantity, price: { ...price, description: price.name } }],
    on_payment_failure: onFailure,
  };
  await calls.send('POST', subscriptionPath(subscriptionId, '/charge'), body, z.unknown());
}
