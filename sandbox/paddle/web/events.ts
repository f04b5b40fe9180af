import type { CheckoutItem, CheckoutView } from './checkout.ts';
import { majorUnits } from './money.ts';

/** An event of paddle.js, as its `eventCallback` gets it. */
export type CheckoutEvent = { name: string } & Record<string, unknown>;

/** There is one checkout for each transaction, so that a reloaded overlay is still the same. */
function checkoutId(transactionId: string): string {
  return `che_${transactionId.replace(/^txn_/, '')}`;
}

function customer({ customer, address, business }: CheckoutView) {
  return {
    id: customer?.id ?? null,
    email: customer?.email ?? null,
    address: address ? { country_code: address.countryCode, postal_code: address.postalCode ?? '' } : null,
    business: business ? { name: business.name, tax_identifier: business.taxIdentifier ?? '' } : null,
  };
}

function itemOf(item: CheckoutItem, currencyCode: string) {
  return {
    price_id: item.priceId,
    product: { name: item.name, description: item.description },
    quantity: item.quantity,
    billing_cycle: { interval: item.period === 'yearly' ? 'year' : 'month', frequency: 1 },
    totals: { subtotal: majorUnits(item.subtotal, currencyCode) },
  };
}

/**
 * An event of a checkout. Amounts are numbers of whole units (24 is $24.00): there paddle.js differs from the API.
 * Source: developer.paddle.com/paddle-js/events.
 */
export function checkoutEvent(name: string, view: CheckoutView, theme: string | undefined): CheckoutEvent {
  const { currencyCode, totals } = view;
  const major = (amount: string) => majorUnits(amount, currencyCode);
  return {
    name,
    data: {
      id: checkoutId(view.transactionId),
      transaction_id: view.transactionId,
      status: view.status,
      currency_code: currencyCode,
      customer: customer(view),
      items: view.items.map((item) => itemOf(item, currencyCode)),
      totals: {
        subtotal: major(totals.subtotal),
        discount: major(totals.discount),
        tax: major(totals.tax),
        total: major(totals.total),
        credit: major(totals.credit),
        balance: major(totals.balance),
      },
      payment: { method_details: { type: 'card' } },
      settings: { display_mode: 'overlay', theme: theme ?? 'light' },
    },
  };
}

/** A checkout that cannot be opened. Its shape is that of an error of the API, not that of the other events. */
export function checkoutError(code: string, detail: string): CheckoutEvent {
  return {
    name: 'checkout.error',
    type: 'api_error',
    code,
    detail,
    documentation_url: `https://developer.paddle.com/errors/shared/${code}`,
  };
}
