import type { Checkout, CheckoutForm, CheckoutView } from '#sandbox/paddle/web/checkout.ts';
import { paddleWebRoutes } from '#sandbox/paddle/web/routes.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { routeListener } from '#sandbox/server/router.ts';

export const portalUrl = 'http://localhost:8787';
export const clientToken = 'test_client';

const rates: Record<string, number> = { DE: 19, US: 0 };

/** Starter for a month at $24.00, for a customer who never paid before. */
export const starter: CheckoutView = {
  transactionId: 'txn_1',
  status: 'draft',
  isPaymentMethodChange: false,
  items: [
    {
      priceId: 'pri_starter',
      name: 'Starter',
      description: 'Monthly',
      quantity: 1,
      subtotal: '2400',
      period: 'monthly',
    },
  ],
  totals: {
    subtotal: '2400',
    discount: '0',
    tax: '0',
    total: '2400',
    credit: '0',
    balance: '2400',
    grand_total: '2400',
  },
  taxRate: '0',
  currencyCode: 'USD',
  customer: { id: 'ctm_1', email: 'ada@example.com', name: 'Ada <Lovelace>' },
  address: undefined,
  business: undefined,
};

/** A change of card: nothing is sold. */
export const cardChange: CheckoutView = {
  ...starter,
  transactionId: 'txn_card',
  status: 'ready',
  isPaymentMethodChange: true,
  items: [],
  totals: {
    subtotal: '0',
    discount: '0',
    tax: '0',
    total: '0',
    credit: '0',
    balance: '0',
    grand_total: '0',
  },
  address: { countryCode: 'DE', postalCode: '10115' },
};

/** Transactions in memory behind the pages: a German pays 19 %, 4000 0000 0000 0002 is declined, 4242 ... 4242 pays. */
export class MemoryCheckout implements Checkout {
  readonly payments: CheckoutForm[] = [];
  readonly #views: Map<string, CheckoutView>;

  constructor(views: readonly CheckoutView[]) {
    this.#views = new Map(views.map((view) => [view.transactionId, view]));
  }

  find(transactionId: string): CheckoutView | undefined {
    return this.#views.get(transactionId);
  }

  quote(
    transactionId: string,
    form: { countryCode?: string; taxIdentifier?: string },
  ): CheckoutView | undefined {
    const view = this.find(transactionId);
    if (!view) return undefined;
    const rate = form.taxIdentifier ? 0 : (rates[form.countryCode ?? ''] ?? 0);
    const tax = (Number(view.totals.subtotal) * rate) / 100;
    const total = String(Number(view.totals.subtotal) + tax);
    return {
      ...view,
      taxRate: String(rate / 100),
      totals: { ...view.totals, tax: String(tax), total, grand_total: total, balance: total },
    };
  }

  pay(
    transactionId: string,
    form: CheckoutForm,
  ): { ok: true } | { ok: false; errorCode: 'declined' | 'invalid_card_number' | 'not_found' } {
    const view = this.quote(transactionId, form);
    if (!view) return { ok: false, errorCode: 'not_found' };
    this.payments.push(form);
    const digits = form.cardNumber.replaceAll(' ', '');
    if (digits === '4000000000000002') return { ok: false, errorCode: 'declined' };
    if (digits !== '4242424242424242') return { ok: false, errorCode: 'invalid_card_number' };
    this.#views.set(transactionId, {
      ...view,
      status: 'completed',
      totals: { ...view.totals, balance: '0' },
    });
    return { ok: true };
  }
}

/** The pages on a port of their own. Ends itself with `await using`. */
export async function serveCheckout(views: readonly CheckoutView[] = [starter, cardChange]) {
  const checkout = new MemoryCheckout(views);
  const server = await bind(0);
  server.serve(routeListener(paddleWebRoutes({ checkout, portalUrl, clientToken })), (_request, socket) =>
    socket.destroy(),
  );
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    checkout,
    get: (path: string) => fetch(url + path),
    submit: (path: string, fields: Record<string, string>) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
