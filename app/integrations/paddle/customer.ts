import { z } from 'zod';
import { isSameEmail } from '#app/domain/billing/customer.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { Paddle } from './client.ts';
import { refusalOf } from './failures.ts';
import { idSchema, subscriptionPath } from './wire.ts';

const customerSchema = z.object({ id: idSchema });

/** Refusals of a new e-mail that no repetition changes: https://developer.paddle.com/errors/overview#customers */
const REFUSED_EMAIL = [
  'customer_already_exists',
  'customer_email_domain_not_allowed',
  'customer_email_invalid',
];

/** @returns the methods for Paddle's customers. Paddle has one customer per e-mail. */
export function customerMethods(paddle: Paddle): Pick<BillingProvider, 'customer' | 'moveCustomer'> {
  return {
    customer: ({ email, name, accountId }) =>
      paddle('checkout_failed', async (calls) => {
        const body = { email, name, custom_data: { accountId } };
        try {
          // For a known e-mail, Paddle's error names the existing customer.
          return (await calls.sendRepeatably('POST', '/customers', body, customerSchema)).id;
        } catch (error) {
          const known = existingCustomerId(error);
          if (known === null) throw error;
          return known;
        }
      }),

    moveCustomer: (subscriptionId, from, to) =>
      paddle('billing_unavailable', async (calls) => {
        const subscription = z.object({ customer_id: idSchema });
        const { customer_id } = await calls.get(subscriptionPath(subscriptionId), subscription);
        const path = `/customers/${encodeURIComponent(customer_id)}`;
        const { email } = await calls.get(path, z.object({ email: z.string() }));
        if (!isSameEmail(email, from)) return 'kept';
        if (to === null) return 'blocked';
        try {
          await calls.sendRepeatably('PATCH', path, { email: to.email, name: to.name }, z.unknown());
          return 'moved';
        } catch (error) {
          if (!REFUSED_EMAIL.includes(refusalOf(error)?.code ?? '')) throw error;
          return 'blocked';
        }
      }),
  };
}

/**
 * @returns the customer who already has the e-mail, such as one who closed an account and opened another; null for
 * another failure. Only the sentence names them:
 * https://developer.paddle.com/errors/customers/customer_already_exists
 */
function existingCustomerId(error: unknown): string | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'customer_already_exists') return null;
  return refusal.detail.match(/\bctm_[a-z\d]+/)?.[0] ?? null;
}
