import { type PaymentStatus, paymentStatuses } from './payment.ts';

/** The cursor of a page of payments: the payment before it, which may no longer exist. */
interface PaymentCursor {
  /** UTC ms. */
  date: number;
  id: string;
}

/** The payments that the billing page lists, according to its address. */
export interface PaymentFilter {
  status?: PaymentStatus | undefined;
  order: 'newest' | 'oldest';
  cursor: PaymentCursor | null;
}

/** Reads a filter from an address; ignores invalid parameters, so that an old link shows more rather than nothing. */
export function readPaymentFilter(query: URLSearchParams): PaymentFilter {
  const [, date, id] = query.get('before')?.match(/^(\d{1,15})\.(\w{1,64})$/) ?? [];
  return {
    status: paymentStatuses.find((status) => status === query.get('status')),
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    cursor: date !== undefined && id !== undefined ? { date: Number(date), id } : null,
  };
}

/** @returns the address's query of a filter, empty for the whole list; the other direction of {@link readPaymentFilter}. */
export function queryOfPayments({ status, order, cursor }: PaymentFilter): string {
  const query = new URLSearchParams();
  if (status !== undefined) query.set('status', status);
  if (order === 'oldest') query.set('order', order);
  if (cursor) query.set('before', `${cursor.date}.${cursor.id}`);
  return query.toString();
}
