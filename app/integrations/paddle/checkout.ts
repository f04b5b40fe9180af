import { z } from 'zod';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Paddle } from './client.ts';
import { refusalOf } from './failures.ts';
import { checkoutSchema, continueCheckout } from './open-checkout.ts';
import { idSchema, subscriptionPath, toPaddleItems, webUrlSchema } from './wire.ts';

const customerSchema = z.object({ id: idSchema });

/** @returns the methods for creating a customer, paying, and reading the bill. */
export function checkoutMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'customer' | 'checkout' | 'cardUpdate' | 'invoiceUrl'> {
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

    checkout: ({ customerId, accountId, reference, items, returnUrl, earlier }) =>
      paddle('checkout_failed', async (calls) => {
        const continued = earlier && (await continueCheckout(calls, earlier, { items, customerId }));
        // A checkout whose id the caller never got is never paid.
        const begin = () =>
          calls.sendRepeatably(
            'POST',
            '/transactions',
            {
              items: toPaddleItems(items),
              customer_id: customerId,
              collection_mode: 'automatic',
              // Paddle copies it to the subscription, and so to all of its events.
              custom_data: { accountId, checkout: reference },
            },
            checkoutSchema,
          );
        const checkout = continued ?? (await begin());
        return { ...checkout, url: addReturnUrl(returnUrl, checkout.url) };
      }),

    cardUpdate: (id) =>
      paddle('checkout_failed', (calls) =>
        calls.get(subscriptionPath(id, '/update-payment-method-transaction'), checkoutSchema),
      ),

    invoiceUrl: (transactionId) =>
      paddle('invoice_not_found', async (calls) => {
        const path = `/transactions/${encodeURIComponent(transactionId)}/invoice`;
        return (await calls.get(path, z.object({ url: webUrlSchema }))).url;
      }).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'invoice_not_found') return null;
        throw error;
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

/** A page that does not know the parameter leaves it be. */
function addReturnUrl(returnUrl: string, checkoutUrl: string): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('return', returnUrl);
  return url.href;
}
