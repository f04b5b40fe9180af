import type { PaymentAttempt, Transaction } from './billing-types.ts';
import { customerRecord } from './customers.ts';
import { iso } from './periods.ts';
import type { PaddleState, PaymentMethodRecord } from './state.ts';
import { saveTransaction } from './transactions.ts';
import type { CardDetails, PaymentMethod } from './types.ts';

type Owner = { customerId: string; addressId: string; origin: PaymentMethod['origin'] };

/** Stores a customer's card. */
export function savePaymentMethod(
  state: PaddleState,
  { customerId, addressId, origin }: Owner,
  { card, pays }: { card: CardDetails; pays: boolean },
): PaymentMethodRecord {
  const at = iso(state.now());
  const method: PaymentMethod = {
    id: state.newId('paymtd'),
    customer_id: customerId,
    address_id: addressId,
    type: 'card',
    card,
    paypal: null,
    south_korea_local_card: null,
    underlying_details: null,
    origin,
    saved_at: at,
    updated_at: at,
  };
  const record = state.paymentMethods.put({ id: method.id, method, pays });
  state.emit('payment_method.saved', method);
  return record;
}

/**
 * Moves the customer's credit by the totals: subtracts the part that pays, and adds a negative total. Call once for each
 * transaction, when its amounts are final.
 */
export function moveCredit(state: PaddleState, { customer_id, details }: Transaction): void {
  if (customer_id === null) return;
  const record = customerRecord(state, customer_id);
  const { credit, credit_to_balance } = details.totals;
  if (credit === '0' && credit_to_balance === '0') return;
  state.customers.put({
    ...record,
    creditBalance: record.creditBalance - Number(credit) + Number(credit_to_balance),
  });
}

/** The card of a payment, and whether its bank will pay; a card that is not stored (yet) has no id. */
export type Payer = { card: CardDetails; pays: boolean; paymentMethodId: string | null };

function attempt(state: PaddleState, transaction: Transaction, payer: Payer): PaymentAttempt {
  const at = iso(state.now());
  return {
    payment_attempt_id: crypto.randomUUID(),
    stored_payment_method_id: crypto.randomUUID(),
    payment_method_id: payer.paymentMethodId,
    amount: transaction.details.totals.grand_total,
    status: payer.pays ? 'captured' : 'error',
    error_code: payer.pays ? null : 'declined',
    method_details: { type: 'card', card: payer.card },
    created_at: at,
    captured_at: payer.pays ? at : null,
  };
}

function withBalance(details: Transaction['details'], balance: string): Transaction['details'] {
  return { ...details, totals: { ...details.totals, balance } };
}

/**
 * Tries to collect the amount due; a transaction of zero needs no paying card, unless it verifies the card. Attempts are
 * newest first.
 */
export function takePayment(
  state: PaddleState,
  transaction: Transaction,
  payer: Payer,
  { verifies = false } = {},
): { paid: boolean; transaction: Transaction } {
  const isDue = verifies || transaction.details.totals.grand_total !== '0';
  const payments = isDue
    ? [attempt(state, transaction, payer), ...transaction.payments]
    : transaction.payments;
  if (isDue && !payer.pays) {
    const failed = saveTransaction(state, transaction, { payments }, 'transaction.payment_failed');
    return { paid: false, transaction: failed };
  }
  const changes = { payments, status: 'paid' as const, details: withBalance(transaction.details, '0') };
  return { paid: true, transaction: saveTransaction(state, transaction, changes, 'transaction.paid') };
}

/** Gives a paid transaction its invoice; afterwards the transaction does not change. */
export function completeTransaction(
  state: PaddleState,
  transaction: Transaction,
  changes: Partial<Transaction> = {},
): Transaction {
  const invoices = state.transactions.all().filter(({ invoice_id }) => invoice_id !== null).length;
  return saveTransaction(
    state,
    transaction,
    {
      ...changes,
      status: 'completed',
      billed_at: transaction.billed_at ?? iso(state.now()),
      invoice_id: state.newId('inv'),
      invoice_number: `74-${10_001 + invoices}`,
    },
    'transaction.completed',
  );
}
