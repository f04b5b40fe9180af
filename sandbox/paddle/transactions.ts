import type { Details, Transaction, TransactionOrigin } from './billing-types.ts';
import { addressOf, businessOf, customerRecord } from './customers.ts';
import { entityNotFound, transactionError } from './errors.ts';
import { iso } from './periods.ts';
import type { Held } from './proration.ts';
import type { PaddleState } from './state.ts';
import { taxPerMille } from './tax.ts';
import { detailsOf, type Line, prorationOf } from './totals.ts';
import type { Period } from './types.ts';

/** The buyer of a transaction; unknown parts are null. */
export type Buyer = { customer_id: string | null; address_id: string | null; business_id: string | null };

/** The transaction of an id. Throws `not_found`. */
export function transactionOf(state: PaddleState, id: string): Transaction {
  const transaction = state.transactions.get(id);
  if (!transaction) throw entityNotFound(id);
  return transaction;
}

/** The tax rate of a buyer, in per mille; 0 without an address. */
export function buyerTax(state: PaddleState, { address_id, business_id }: Buyer): number {
  const country = address_id === null ? undefined : state.addresses.get(address_id)?.country_code;
  const business = business_id === null ? undefined : state.businesses.get(business_id);
  return taxPerMille(country, business?.tax_identifier);
}

/** A buyer's credit, in minor units. */
export function creditOf(state: PaddleState, { customer_id }: Buyer): number {
  return customer_id === null ? 0 : customerRecord(state, customer_id).creditBalance;
}

/** The cost of lines for this buyer; their credit pays first. */
export function buyerDetails(
  state: PaddleState,
  buyer: Buyer,
  lines: readonly Line[],
  creditBalance = creditOf(state, buyer),
): Details {
  return detailsOf(lines, { creditBalance, taxPerMille: buyerTax(state, buyer), newId: state.newId });
}

/** Details in the form of a transaction, without adjustments. */
function transactionDetails(details: Details): Transaction['details'] {
  const { subtotal, tax, total, grand_total, grand_total_tax, currency_code } = details.totals;
  return {
    ...details,
    adjusted_totals: {
      subtotal,
      tax,
      total,
      grand_total,
      grand_total_tax,
      fee: null,
      retained_fee: '0',
      earnings: null,
      currency_code,
    },
    payout_totals: null,
    adjusted_payout_totals: null,
  };
}

/** Refuses a buyer whose parts are unknown or belong to another customer. Throws `not_found`. */
export function checkBuyer(state: PaddleState, { customer_id, address_id, business_id }: Buyer): void {
  if (customer_id === null) {
    if (address_id === null && business_id === null) return;
    throw transactionError(400, 'transaction_customer_is_required_with_address', 'customer_id is required');
  }
  customerRecord(state, customer_id);
  if (address_id !== null) addressOf(state, customer_id, address_id);
  if (business_id !== null) businessOf(state, customer_id, business_id);
}

/** The lines of items charged in full. */
export function itemLines(items: readonly Pick<Line, 'price' | 'quantity'>[]): Line[] {
  return items.map(({ price, quantity }) => ({ price, quantity }));
}

type New = {
  buyer: Buyer;
  lines: readonly Line[];
  origin: TransactionOrigin;
  status: Transaction['status'];
  subscriptionId?: string;
  customData?: Transaction['custom_data'];
  billingPeriod?: Period;
  checkoutUrl?: string;
};

/** A new transaction, not stored yet; {@link createTransaction} stores it. */
function newTransaction(state: PaddleState, fields: New): Transaction {
  const id = state.newId('txn');
  const at = iso(state.now());
  return {
    id,
    status: fields.status,
    ...fields.buyer,
    custom_data: fields.customData ?? null,
    currency_code: 'USD',
    origin: fields.origin,
    subscription_id: fields.subscriptionId ?? null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: fields.billingPeriod ?? null,
    items: fields.lines.map((line) => ({
      price_id: line.price.id,
      price: line.price,
      quantity: line.quantity,
      proration: prorationOf(line),
    })),
    details: transactionDetails(buyerDetails(state, fields.buyer, fields.lines)),
    payments: [],
    checkout: {
      url:
        fields.checkoutUrl === undefined
          ? `${state.baseUrl}/paddle/checkout?transaction=${id}`
          : withTransaction(fields.checkoutUrl, id),
    },
    created_at: at,
    updated_at: at,
    billed_at: fields.status === 'billed' ? at : null,
    revised_at: null,
  };
}

/** Adds the transaction's id to the seller's own payment page, as Paddle's links do. */
function withTransaction(page: string, id: string): string {
  const url = new URL(page);
  url.searchParams.set('_ptxn', id);
  return url.href;
}

export function createTransaction(state: PaddleState, fields: New): Transaction {
  const transaction = state.transactions.put(newTransaction(state, fields));
  state.emit('transaction.created', transaction);
  if (transaction.status === 'ready') state.emit('transaction.ready', transaction);
  if (transaction.status === 'billed') state.emit('transaction.billed', transaction);
  return transaction;
}

/** Stores a change and emits its events: `transaction.updated`, then `also`. */
export function saveTransaction(
  state: PaddleState,
  transaction: Transaction,
  changes: Partial<Transaction>,
  ...also: string[]
): Transaction {
  const saved = state.transactions.put({ ...transaction, ...changes, updated_at: iso(state.now()) });
  for (const type of ['transaction.updated', ...also]) state.emit(type, saved);
  return saved;
}

/** Whether the buyer's data suffice for a payment. */
export function readiness({ customer_id, address_id }: Buyer): 'draft' | 'ready' {
  return customer_id !== null && address_id !== null ? 'ready' : 'draft';
}

type Changes = Partial<Buyer> & {
  items?: readonly Held[];
  custom_data?: Transaction['custom_data'];
  status?: 'billed' | 'canceled';
};

/** Changes an unpaid transaction. @throws `transaction_immutable` for a paid one. */
export function updateTransaction(state: PaddleState, id: string, changes: Changes): Transaction {
  const transaction = transactionOf(state, id);
  const isOpen = transaction.status === 'draft' || transaction.status === 'ready';
  const onlyCancels = changes.status === 'canceled' && ['billed', 'past_due'].includes(transaction.status);
  if (!isOpen && !onlyCancels)
    throw transactionError(
      400,
      'transaction_immutable',
      `cannot modify transaction when status is ${transaction.status}`,
    );
  if (changes.status === 'canceled' && transaction.status === 'draft')
    throw transactionError(
      400,
      'transaction_invalid_status_change',
      "Invalid attempt to change status from 'draft' to 'canceled'",
    );
  if (changes.status === 'canceled')
    return saveTransaction(state, transaction, { status: 'canceled' }, 'transaction.canceled');
  const buyer: Buyer = {
    customer_id: changes.customer_id === undefined ? transaction.customer_id : changes.customer_id,
    address_id: changes.address_id === undefined ? transaction.address_id : changes.address_id,
    business_id: changes.business_id === undefined ? transaction.business_id : changes.business_id,
  };
  checkBuyer(state, buyer);
  const lines = itemLines(changes.items ?? transaction.items);
  const status = readiness(buyer);
  const becomesReady = status === 'ready' && transaction.status === 'draft';
  return saveTransaction(
    state,
    transaction,
    {
      ...buyer,
      status,
      custom_data: changes.custom_data === undefined ? transaction.custom_data : changes.custom_data,
      items: lines.map(({ price, quantity }) => ({ price_id: price.id, price, quantity, proration: null })),
      details: transactionDetails(buyerDetails(state, buyer, lines)),
    },
    ...(becomesReady ? ['transaction.ready'] : []),
  );
}
