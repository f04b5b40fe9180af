import type { Route } from '#sandbox/server/router.ts';
import type { Transaction } from '../billing-types.ts';
import { PaddleError } from '../errors.ts';
import { invoicePath } from '../invoices.ts';
import { resolveItems } from '../resolve-items.ts';
import type { PaddleState } from '../state.ts';
import {
  type Buyer,
  checkBuyer,
  createTransaction,
  itemLines,
  readiness,
  transactionOf,
  updateTransaction,
} from '../transactions.ts';
import { type Api, apiRoute } from './call.ts';
import { pageOf } from './list.ts';
import { instantsOf, listResponse, omitUndefined } from './lists.ts';
import { newTransaction, transactionChanges } from './schemas.ts';

function adjustmentsOf(state: PaddleState, { id }: Transaction) {
  return state.adjustments.all().filter(({ transaction_id }) => transaction_id === id);
}

function adjustmentTotals(state: PaddleState, transaction: Transaction) {
  const totals = adjustmentsOf(state, transaction)
    .filter(({ status }) => status === 'approved')
    .map(({ totals }) => totals);
  const sum = (field: 'subtotal' | 'tax' | 'total') =>
    String(totals.reduce((total, one) => total + Number(one[field]), 0));
  return {
    subtotal: sum('subtotal'),
    tax: sum('tax'),
    total: sum('total'),
    fee: '0',
    earnings: sum('subtotal'),
    breakdown: { credit: '0', refund: sum('total'), chargeback: '0' },
    currency_code: 'USD',
  };
}

const transactionView = (state: PaddleState, include: readonly string[]) => (transaction: Transaction) => {
  const { customer_id, address_id, business_id } = transaction;
  const related: Record<string, () => unknown> = {
    customer: () => (customer_id === null ? null : state.customers.get(customer_id)?.customer),
    address: () => (address_id === null ? null : state.addresses.get(address_id)),
    business: () => (business_id === null ? null : state.businesses.get(business_id)),
    discount: () => null,
    adjustments: () => adjustmentsOf(state, transaction),
    adjustments_totals: () => adjustmentTotals(state, transaction),
    available_payment_methods: () => ['card'],
  };
  const included = include.map((name) => {
    const relation = related[name];
    if (!relation) throw new PaddleError(400, 'bad_request', `${name} cannot be included`);
    return [name, relation()];
  });
  return { ...transaction, ...Object.fromEntries(included) };
};

/** Transactions: purchases and bills. */
export function transactionRoutes(api: Api): Route[] {
  const { state } = api;
  return [
    apiRoute(api, 'GET', '/transactions', ({ query, include }) =>
      listResponse(
        pageOf(query, {
          entities: state.transactions.all(),
          idOf: ({ id }) => id,
          filters: {
            id: ({ id }) => [id],
            status: ({ status }) => [status],
            customer_id: ({ customer_id }) => [customer_id],
            subscription_id: ({ subscription_id }) => [subscription_id ?? 'null'],
            invoice_number: ({ invoice_number }) => [invoice_number],
            origin: ({ origin }) => [origin],
            collection_mode: ({ collection_mode }) => [collection_mode],
            price_id: ({ items }) => items.map(({ price_id }) => price_id),
          },
          instants: { ...instantsOf, billed_at: ({ billed_at }) => billed_at },
          maxPerPage: 30,
        }),
        transactionView(state, include),
      ),
    ),
    apiRoute(api, 'POST', '/transactions', ({ body, include }) => {
      const request = body(newTransaction);
      const buyer: Buyer = {
        customer_id: request.customer_id ?? null,
        address_id: request.address_id ?? null,
        business_id: request.business_id ?? null,
      };
      checkBuyer(state, buyer);
      const transaction = createTransaction(state, {
        buyer,
        lines: itemLines(resolveItems(request.items, 'transaction')),
        origin: 'api',
        status: readiness(buyer),
        customData: request.custom_data ?? null,
        ...(request.checkout?.url ? { checkoutUrl: request.checkout.url } : {}),
      });
      return { status: 201, data: transactionView(state, include)(transaction) };
    }),
    apiRoute(api, 'GET', '/transactions/:id', ({ param, include }) => ({
      data: transactionView(state, include)(transactionOf(state, param('id'))),
    })),
    apiRoute(api, 'PATCH', '/transactions/:id', ({ param, body, include }) => {
      const { items, status, customer_id, address_id, business_id, custom_data } = body(transactionChanges);
      if (status === 'billed')
        throw new PaddleError(400, 'bad_request', 'only manually-collected transactions can be billed');
      const changes = omitUndefined({ status, customer_id, address_id, business_id, custom_data });
      const held = items ? { items: resolveItems(items, 'transaction') } : {};
      return {
        data: transactionView(state, include)(updateTransaction(state, param('id'), { ...changes, ...held })),
      };
    }),
    apiRoute(api, 'GET', '/transactions/:id/invoice', ({ param, query }) => {
      const transaction = transactionOf(state, param('id'));
      if (transaction.invoice_number === null)
        throw new PaddleError(
          400,
          'bad_request',
          `there is no invoice for a transaction that is ${transaction.status}`,
        );
      const disposition = query.get('disposition') === 'inline' ? 'inline' : 'attachment';
      return {
        data: { url: state.baseUrl + invoicePath(transaction.id, disposition, api.apiKey, state.now()) },
      };
    }),
  ];
}
