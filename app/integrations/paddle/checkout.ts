import { z } from 'zod';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Paddle } from './client.ts';
import { checkoutSchema, continueCheckout } from './open-checkout.ts';
import { subscriptionPath, toPaddleItems, webUrlSchema } from './wire.ts';

/** @returns the methods for paying, and reading the bill. */
export function checkoutMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'checkout' | 'cardUpdate' | 'invoiceUrl'> {
  return {
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

/** A page that does not know the parameter leaves it be. */
function addReturnUrl(returnUrl: string, checkoutUrl: string): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('return', returnUrl);
  return url.href;
}
