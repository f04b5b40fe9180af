import type { Viewer } from '#app/domain/access/viewer.ts';
import { itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { BillingProvider, BillingStore, Checkout } from './ports.ts';
import { requirePayer, requireSubscription } from './require-billing.ts';

interface Ports {
  billing: BillingStore;
  billingProvider: BillingProvider;
}

/**
 * Who pays: begins the checkout of a first subscription, or of a new one after the last was ended.
 *
 * @param returnUrl where the provider's own page leads back to.
 * @throws AppError forbidden, already_subscribed, plan_unknown, billing_unavailable.
 */
export async function beginCheckout(
  ports: Ports,
  viewer: Viewer,
  choice: PlanChoice,
  returnUrl: string,
): Promise<Checkout> {
  requirePayer(viewer);
  const { subscription } = viewer;
  if (subscription && subscription.status !== 'deleted') throw new AppError('already_subscribed');
  const items = itemsOf(choice, await ports.billingProvider.prices());
  const accountId = viewer.account.id;
  const { email, name } = viewer.user;
  const known = await ports.billing.customerOf(accountId);
  const customerId = known ?? (await ports.billingProvider.customer({ email, name, accountId }));
  if (known === null) await ports.billing.rememberCustomer(accountId, customerId);
  return ports.billingProvider.checkout({ customerId, accountId, items, returnUrl });
}

/** Who pays: begins replacing the card. @throws AppError forbidden, no_subscription, billing_unavailable. */
export async function beginCardUpdate(ports: Ports, viewer: Viewer): Promise<Checkout> {
  return ports.billingProvider.cardUpdate(requireSubscription(viewer).providerId);
}
