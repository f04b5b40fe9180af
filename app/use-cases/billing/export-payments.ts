import { decimalOf } from '#app/domain/billing/money.ts';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { PaymentFilter } from '#app/domain/billing/payment-filter.ts';
import { type CsvPage, csvStream } from '#app/domain/encoding/csv.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { requireSubscription } from './require-billing.ts';

const PAGE_ROWS = 1_000;

const HEADER = ['date', 'amount', 'currency', 'status', 'invoice', 'payment id'];

/**
 * Billing roles: exports the filtered payments as CSV, in the filter's order. Amounts are decimals, so that a
 * spreadsheet can add them up.
 * @throws AppError forbidden, no_subscription, billing_unavailable.
 */
export async function exportPayments(
  ports: Pick<Services, 'billing'> & RecordPorts,
  actor: Actor,
  filter: PaymentFilter,
): Promise<ReadableStream<Uint8Array>> {
  requireSubscription(actor.viewer);
  await recordActs(ports, actor, 'billing_unavailable', [{ kind: 'payments_downloaded' }]);
  const read = async (cursor: PaymentFilter['cursor']): Promise<CsvPage> => {
    const { id: accountId } = actor.viewer.account;
    const payments = await ports.billing.payments(accountId, PAGE_ROWS, { ...filter, cursor });
    const last = payments.length === PAGE_ROWS ? payments.at(-1) : undefined;
    return {
      lines: payments.map(lineOf),
      next: last ? () => read({ date: last.date, id: last.id }) : null,
    };
  };
  return csvStream(HEADER, await read(null));
}

function lineOf({ id, date, total, status, invoiceNumber }: Payment): string[] {
  return [new Date(date).toISOString(), decimalOf(total), total.currency, status, invoiceNumber ?? '', id];
}
