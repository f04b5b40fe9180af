import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Payment, PaymentMethod } from '#app/domain/billing/payment.ts';
import type { UpcomingBill } from '#app/domain/billing/plan-change.ts';
import type { BillingDetails } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { requireSubscription } from './require-billing.ts';

/** What the billing page shows. The provider's part is null while it is down; the page works without it. */
export interface BillingOverview {
  payments: Payment[];
  method: PaymentMethod | null;
  provider: { nextPayment: UpcomingBill | null; details: BillingDetails } | null;
}

/** Who pays: reads what is billed. @throws AppError forbidden, no_subscription. */
export async function readBilling(
  ports: Pick<Services, 'billing' | 'billingProvider'> & { reportError(error: unknown): void },
  viewer: Viewer,
): Promise<BillingOverview> {
  const { providerId } = requireSubscription(viewer);
  const [account, provider] = await Promise.all([
    ports.billing.account(viewer.account.id),
    Promise.all([
      ports.billingProvider.nextPayment(providerId),
      ports.billingProvider.details(providerId),
    ]).then(
      ([nextPayment, details]) => ({ nextPayment, details }),
      (error: unknown) => {
        ports.reportError(error);
        return null;
      },
    ),
  ]);
  return { ...account, provider };
}

/**
 * Who pays: the address of one bill's PDF, good for an hour, so asked for when it is wanted.
 * @throws AppError forbidden, invoice_not_found for another account's, billing_unavailable.
 */
export async function readInvoice(
  ports: Pick<Services, 'billing' | 'billingProvider'>,
  viewer: Viewer,
  paymentId: string,
): Promise<string> {
  requireSubscription(viewer);
  const isTheirs = await ports.billing.isPaymentOf(viewer.account.id, paymentId);
  const url = isTheirs ? await ports.billingProvider.invoiceUrl(paymentId) : null;
  if (url === null) throw new AppError('invoice_not_found');
  return url;
}

/** Who pays: changes whom the bills name. @throws AppError forbidden, no_subscription, billing_unavailable. */
export async function changeBillingDetails(
  ports: Pick<Services, 'clock' | 'billingProvider'>,
  viewer: Viewer,
  details: BillingDetails,
): Promise<void> {
  requireRecentProof(ports, viewer);
  await ports.billingProvider.changeDetails(requireSubscription(viewer).providerId, details);
}
