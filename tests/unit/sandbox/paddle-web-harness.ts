import type {
  CheckoutFunctions,
  CheckoutPayment,
  CheckoutView,
  PaymentResult,
} from '#sandbox/paddle/web/checkout.ts';
import { paddleWebRoutes } from '#sandbox/paddle/web/routes.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { routeListener } from '#sandbox/server/router.ts';

export const portalUrl = 'http://localhost:8787';
export const clientToken = 'test_client';

const monthly = { interval: 'month', frequency: 1 } as const;

function addTax(subtotal: string, rate: number) {
  const tax = (Number(subtotal) * rate) / 100;
  return { subtotal, discount: '0', tax: String(tax), total: String(Number(subtotal) + tax) };
}

/** Starter for a month at $24.00, for a customer without earlier payments. */
export const starter: CheckoutView = {
  transactionId: 'txn_1',
  status: 'draft',
  changesPaymentMethod: false,
  currencyCode: 'USD',
  customer: { id: 'ctm_1', email: 'ada@example.com', name: 'Ada <Lovelace>' },
  address: undefined,
  business: undefined,
  items: [
    {
      priceId: 'pri_starter',
      priceName: 'Monthly',
      product: { id: 'pro_starter', name: 'Starter', description: null },
      quantity: 1,
      billingCycle: monthly,
      totals: addTax('2400', 0),
    },
  ],
  totals: addTax('2400', 0),
  recurring: { totals: addTax('2400', 0), billingCycle: monthly },
  customData: { accountId: 'acc_1' },
};

/** A change of card, without a sale. */
export const cardChange: CheckoutView = {
  ...starter,
  transactionId: 'txn_card',
  status: 'ready',
  changesPaymentMethod: true,
  address: { id: 'add_1', countryCode: 'DE', postalCode: '10115' },
  items: [],
  totals: addTax('0', 0),
  recurring: undefined,
};

/** In-memory transactions behind the pages: Germany has 19 % tax, 4000 0000 0000 0002 is declined, 42... pays. */
class MemoryCheckout implements CheckoutFunctions {
  readonly payments: CheckoutPayment[] = [];
  readonly #views: Map<string, CheckoutView>;

  constructor(views: readonly CheckoutView[]) {
    this.#views = new Map(views.map((view) => [view.transactionId, view]));
  }

  find(transactionId: string, countryCode?: string, taxIdentifier?: string): CheckoutView | undefined {
    const view = this.#views.get(transactionId);
    if (!view || countryCode === undefined) return view;
    const rate = countryCode === 'DE' && !taxIdentifier ? 19 : 0;
    const totals = addTax(view.totals.subtotal, rate);
    return { ...view, totals, recurring: view.recurring && { ...view.recurring, totals } };
  }

  pay(transactionId: string, payment: CheckoutPayment): PaymentResult {
    const { countryCode, postalCode, taxIdentifier, cardNumber } = payment;
    const view = this.find(transactionId, countryCode, taxIdentifier);
    if (!view) throw new Error('the pages pay for what they found');
    this.payments.push(payment);
    const address = countryCode ? { id: 'add_1', countryCode, postalCode: postalCode ?? null } : view.address;
    this.#views.set(transactionId, { ...view, address });
    if (cardNumber === '4000000000000002') return { ok: false, errorCode: 'declined' };
    if (cardNumber !== '4242424242424242') return { ok: false, errorCode: 'invalid_card_number' };
    this.#views.set(transactionId, { ...view, address, status: 'completed' });
    return { ok: true };
  }
}

/** Serves the pages on a separate port. Stops itself with `await using`. */
export async function serveCheckout(views: readonly CheckoutView[] = [starter, cardChange]) {
  const checkout = new MemoryCheckout(views);
  const server = await bind(0);
  server.serve(routeListener(paddleWebRoutes({ checkout, portalUrl, clientToken })), (_request, socket) =>
    socket.destroy(),
  );
  const url = `http://127.0.0.1:${server.port}`;
  return {
    checkout,
    get: (path: string) => fetch(url + path),
    submit: (path: string, fields: Record<string, string>) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }),
    post: (path: string, body: unknown) => fetch(url + path, { method: 'POST', body: JSON.stringify(body) }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The URL of {@link starter}'s checkout, and its URL inside the portal's overlay. */
export const page = '/paddle/checkout?transaction=txn_1';
export const embedded = `${page}&embed=1&origin=${encodeURIComponent(portalUrl)}&token=${clientToken}`;
/** A form that changes a card, and one that pays from Germany. */
export const card = {
  intent: 'pay',
  name: 'Ada Lovelace',
  cardNumber: '4242 4242 4242 4242',
  expiry: '04/99',
  cvc: '123',
};
export const paid = { ...card, countryCode: 'DE', postalCode: '10115' };

/** The events that the page sends to the portal. */
export function checkoutEvents(markup: string): Record<string, unknown>[] {
  const events = /data-events="([^"]*)"/.exec(markup)?.[1] ?? 'none';
  return JSON.parse(events.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
}

export const names = (markup: string) => checkoutEvents(markup).map(({ name }) => name);
