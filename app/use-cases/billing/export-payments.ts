import type { Viewer } from '#app/domain/access/viewer.ts';
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
 *
 * @throws AppError forbidden, no_subscription, billing_unavailable.
 */
export async function exportPayments(
  ports: Pick<Services, 'billing'> & RecordPorts,
  { viewer, client }: Actor,
  filter: PaymentFilter,
): Promise<ReadableStream<Uint8Array>> {
  requireSubscription(viewer);
  await recordActs(ports, { viewer, client }, 'billing_unavailable', [{ kind: 'payments_downloaded' }]);
  return csvStream(HEADER, await read(ports, viewer, { ...filter, cursor: null }));
}

async function read(
  ports: Pick<Services, 'billing'>,
  viewer: Viewer,
  filter: PaymentFilter,
): Promise<CsvPage> {
  const payments = await ports.billing.payments(viewer.account.id, PAGE_ROWS, filter);
  const last = payments.length === PAGE_ROWS ? payments.at(-1) : undefined;
  const next = last && { ...filter, cursor: { date: last.date, id: last.id } };
  return { lines: payments.map(lineOf), next: next ? () => read(ports, viewer, next) : null };
}

function lineOf({ id, date, total, status, invoiceNumber }: Payment): string[] {
  return [new Date(date).toISOString(), decimalOf(total), total.currency, status, invoiceNumber ?? '', id];
}
