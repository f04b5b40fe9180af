import type { Adjustment, Transaction } from './billing-types.ts';
import { entityNotFound, PaddleError } from './errors.ts';
import { minor } from './money.ts';
import { iso } from './periods.ts';
import type { PaddleState } from './state.ts';
import { saveTransaction, transactionOf } from './transactions.ts';

function adjustmentError(code: string, detail: string): PaddleError {
  return new PaddleError(400, code, detail, 'adjustments');
}

/**
 * Creates a refund of a whole transaction, pending approval. Throws if the transaction is not completed, or is already
 * refunded.
 */
export function createRefund(state: PaddleState, transactionId: string, reason: string): Adjustment {
  const transaction = transactionOf(state, transactionId);
  if (transaction.status !== 'completed' || transaction.customer_id === null)
    throw adjustmentError(
      'adjustment_transaction_invalid_status_for_refund',
      `The transaction being adjusted (refund) has a non supported status. ID: ${transactionId}`,
    );
  const earlier = state.adjustments.all().find((one) => one.transaction_id === transactionId);
  if (earlier?.status === 'pending_approval')
    throw adjustmentError(
      'adjustment_pending_refund_request',
      'You are unable to create further adjustments against this transaction as there is a pending refund request',
    );
  if (earlier)
    throw adjustmentError(
      'adjustment_total_amount_above_remaining_allowed',
      'the transaction is refunded already',
    );
  const at = iso(state.now());
  // Refunds the amount that was paid in money, not the part that credit paid.
  const { grand_total: total, grand_total_tax: tax } = transaction.details.totals;
  const subtotal = minor(Number(total) - Number(tax));
  const adjustment: Adjustment = {
    id: state.newId('adj'),
    action: 'refund',
    type: 'full',
    transaction_id: transactionId,
    subscription_id: transaction.subscription_id,
    customer_id: transaction.customer_id,
    reason,
    credit_applied_to_balance: false,
    currency_code: 'USD',
    status: 'pending_approval',
    items: transaction.details.line_items.map(({ id, totals }) => ({
      id: state.newId('adjitm'),
      item_id: id,
      type: 'full',
      amount: totals.total,
      proration: null,
      totals: { subtotal: totals.subtotal, tax: totals.tax, total: totals.total },
    })),
    totals: {
      subtotal,
      tax,
      total,
      fee: '0',
      retained_fee: '0',
      earnings: subtotal,
      currency_code: 'USD',
    },
    payout_totals: null,
    created_at: at,
    updated_at: at,
  };
  state.adjustments.put(adjustment);
  state.emit('adjustment.created', adjustment);
  return adjustment;
}

function refund(transaction: Transaction, { totals }: Adjustment): Transaction['details'] {
  const { details } = transaction;
  const less = (from: string, by: string) => minor(Number(from) - Number(by));
  return {
    ...details,
    adjusted_totals: {
      ...details.adjusted_totals,
      subtotal: less(details.totals.subtotal, totals.subtotal),
      tax: less(details.totals.tax, totals.tax),
      total: less(details.totals.total, totals.total),
      grand_total: less(details.totals.grand_total, totals.total),
      grand_total_tax: less(details.totals.grand_total_tax, totals.tax),
    },
  };
}

/** Approves a refund: the transaction's adjusted totals fall by its amount. Throws `not_found`. */
export function approveRefund(state: PaddleState, id: string): Adjustment {
  const pending = state.adjustments.get(id);
  if (!pending) throw entityNotFound(id);
  const approved: Adjustment = { ...pending, status: 'approved', updated_at: iso(state.now()) };
  state.adjustments.put(approved);
  state.emit('adjustment.updated', approved);
  const transaction = transactionOf(state, approved.transaction_id);
  saveTransaction(state, transaction, { details: refund(transaction, approved) });
  return approved;
}
