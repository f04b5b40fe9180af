import type { Viewer } from '#app/domain/access/viewer.ts';
import type { PaymentFilter } from '#app/domain/billing/payment-filter.ts';
import type { BillingDetails } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ViewerIds } from '#db/read.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { tryOrNull } from '../try-or-null.ts';
import { requireSubscription } from './require-billing.ts';

const PAGE_LENGTH = 20;

/** @returns the read of an account's payments, payment method and charges, for `readBilling`. */
export function readBillingRows(
  { billing }: Pick<Services, 'billing'>,
  ids: ViewerIds,
  filter: PaymentFilter,
) {
  // One more payment than shown reveals whether more follow.
  return billing.account(ids, PAGE_LENGTH + 1, filter);
}

/**
 * Billing roles: reads the subscription and its bills.
 * @param rows of `readBillingRows`.
 * @returns a page of payments; `nextPayments`: its last one when more follow, null on the last page. `provider` is null
 *   while the provider is down.
 * @throws AppError forbidden, no_subscription.
 */
export async function readBilling(
  ports: Pick<Services, 'billingProvider'> & { reportError(error: unknown): void },
  viewer: Viewer,
  { payments, method, overageCharges }: Awaited<ReturnType<typeof readBillingRows>>,
) {
  const { providerId } = requireSubscription(viewer);
  const provider = await tryOrNull(ports, async () => {
    const [nextPayment, details] = await Promise.all([
      ports.billingProvider.nextPayment(providerId),
      ports.billingProvider.details(providerId),
    ]);
    return { nextPayment, details };
  });
  const shown = payments.slice(0, PAGE_LENGTH);
  const last = payments.length > PAGE_LENGTH ? shown.at(-1) : undefined;
  return {
    payments: shown,
    method,
    provider,
    overageCharges,
    nextPayments: last ? { date: last.date, id: last.id } : null,
  };
}

/**
 * Billing roles: the address of a bill's PDF, valid for an hour, so requested on demand.
 * @throws AppError forbidden, invoice_not_found also for another account's payment, billing_unavailable.
 */
export async function readInvoice(
  ports: Pick<Services, 'billing' | 'billingProvider'> & RecordPorts,
  { viewer, client }: Actor,
  paymentId: string,
): Promise<string> {
  requireSubscription(viewer);
  const isTheirs = await ports.billing.isPaymentOf(viewer.account.id, paymentId);
  const url = isTheirs ? await ports.billingProvider.invoiceUrl(paymentId) : null;
  if (url === null) throw new AppError('invoice_not_found');
  const act = { kind: 'invoice_downloaded', subject: paymentId } as const;
  await recordActs(ports, { viewer, client }, 'billing_unavailable', [act]);
  return url;
}

/**
 * Billing roles: changes the given billing details; does nothing without any.
 * @throws AccessUnconfirmed; AppError forbidden, no_subscription, billing_unavailable.
 */
export async function changeBillingDetails(
  ports: Pick<Services, 'billingProvider'> & RecordPorts,
  { viewer, client }: Actor,
  changes: Partial<BillingDetails>,
): Promise<void> {
  requireRecentProof(ports, viewer);
  const { providerId } = requireSubscription(viewer);
  if (Object.keys(changes).length === 0) return;
  await recordActs(ports, { viewer, client }, 'billing_unavailable', [{ kind: 'billing_details_requested' }]);
  await ports.billingProvider.changeDetails(providerId, changes);
}
