import type { CheckoutTotals, CheckoutView } from './checkout.ts';
import { amountDue, majorUnits } from './money.ts';

/** An event of paddle.js, as its `eventCallback` receives it. */
export type CheckoutEvent = { name: string } & Record<string, unknown>;

/** Each transaction has one checkout, so a reloaded overlay has the same id. */
function checkoutId(transactionId: string): string {
  return `che_${transactionId.replace(/^txn_/, '')}`;
}

function totalsOf({ subtotal, discount, tax, total, credit = '0' }: CheckoutTotals, currencyCode: string) {
  const major = (amount: string) => majorUnits(amount, currencyCode);
  return {
    subtotal: major(subtotal),
    discount: major(discount),
    tax: major(tax),
    total: major(total),
    credit: major(credit),
    balance: major(amountDue({ total, credit })),
  };
}

function customerOf({ customer, address, business }: CheckoutView) {
  return {
    id: customer?.id ?? null,
    email: customer?.email ?? null,
    address: address
      ? { id: address.id, country_code: address.countryCode, postal_code: address.postalCode ?? '' }
      : null,
    business: business
      ? { id: business.id, name: business.name, tax_identifier: business.taxIdentifier ?? '' }
      : null,
  };
}

/**
 * An event of a checkout. Amounts are numbers of whole units (24 is $24.00), where paddle.js differs from the API.
 * Source: developer.paddle.com/paddle-js/events.
 */
export function checkoutEvent(name: string, view: CheckoutView, theme: string | undefined): CheckoutEvent {
  const { currencyCode, recurring } = view;
  return {
    name,
    data: {
      id: checkoutId(view.transactionId),
      transaction_id: view.transactionId,
      status: view.status,
      custom_data: view.customData,
      currency_code: currencyCode,
      customer: customerOf(view),
      items: view.items.map((item) => ({
        price_id: item.priceId,
        price_name: item.priceName ?? '',
        product: { ...item.product, description: item.product.description ?? '' },
        quantity: item.quantity,
        ...(item.billingCycle ? { billing_cycle: item.billingCycle } : {}),
        totals: totalsOf(item.totals, currencyCode),
      })),
      totals: totalsOf(view.totals, currencyCode),
      ...(recurring ? { recurring_totals: totalsOf(recurring.totals, currencyCode) } : {}),
      payment: { method_details: { type: 'card' } },
      settings: { display_mode: 'overlay', theme: theme ?? 'light' },
    },
  };
}

/** A checkout that cannot be opened. Its shape is that of an API error, not that of the other events. */
export function checkoutError(code: string, detail: string): CheckoutEvent {
  return {
    name: 'checkout.error',
    type: 'api_error',
    code,
    detail,
    documentation_url: `https://developer.paddle.com/errors/shared/${code}`,
  };
}
