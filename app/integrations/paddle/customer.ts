import { z } from 'zod';
import { isSameEmail } from '#app/domain/billing/customer.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { Calls, Paddle } from './client.ts';
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
        const { email } = await calls.get(customerPath(customer_id), z.object({ email: z.string() }));
        if (!isSameEmail(email, from)) return 'kept';
        if (to === null) return 'blocked';
        const move = () => updateCustomer(calls, customer_id, { email: to.email, name: to.name });
        const refusal = await move();
        if (!refusal) return 'moved';
        const other = existingCustomerId(refusal);
        if (other === null || (await hasTransactions(calls, other))) return 'blocked';
        const aside = { email: to.email.replace('@', `+${other.slice(-8)}@`) };
        return (await updateCustomer(calls, other, aside)) || (await move()) ? 'blocked' : 'moved';
      }),
  };
}

const customerPath = (id: string) => `/customers/${encodeURIComponent(id)}`;

/** @returns the error with which Paddle refuses the e-mail; undefined when the customer has it. */
const updateCustomer = (
  calls: Calls,
  id: string,
  changes: { email: string; name?: string },
): Promise<unknown> =>
  calls.sendRepeatably('PATCH', customerPath(id), changes, z.unknown()).then(
    () => undefined,
    (error) => {
      if (REFUSED_EMAIL.includes(refusalOf(error)?.code ?? '')) return error;
      throw error;
    },
  );

/** @returns whether a customer has a bill, a subscription, or a checkout that can still be paid. */
async function hasTransactions({ page }: Calls, id: string): Promise<boolean> {
  const status = 'draft,ready,billed,paid,completed,past_due';
  const query = { customer_id: id, status, per_page: '1' };
  return (await page('/transactions', query, z.unknown())).entities.length > 0;
}

/**
 * @returns the customer who already has the e-mail, such as one who closed an account; null for another failure. Only
 *   the sentence names them: https://developer.paddle.com/errors/customers/customer_already_exists
 */
function existingCustomerId(error: unknown): string | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'customer_already_exists') return null;
  return refusal.detail.match(/\bctm_[a-z\d]+/)?.[0] ?? null;
}
