import { newId } from '#app/crypto/secrets.ts';
import type { RecordedAct } from '#app/domain/access/audit.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { choiceText, itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import type { Checkout } from '#app/domain/billing/provider-port.ts';
import { runningSubscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { requireSubscription } from './require-billing.ts';

type Ports = Pick<Services, 'billing' | 'billingProvider'>;

/** Other members of the account may start a checkout at the same time. */
const MAX_TRIES = 3;

/**
 * Billing roles: starts the checkout of a first subscription, or of a new one after the last ended. An account has at
 * most one payable checkout (`app/domain/billing/open-checkout.ts`).
 * @param returnUrl the URL to which the provider's page returns.
 * @throws AppError forbidden, already_subscribed, checkout_paid, plan_unknown, checkout_failed, billing_unavailable.
 */
export async function beginCheckout(
  ports: Ports & RecordPorts,
  { viewer, client }: Actor,
  choice: PlanChoice,
  returnUrl: string,
): Promise<Checkout> {
  requirePermission(viewer, 'billing:manage');
  if (runningSubscription(viewer.subscription)) throw new AppError('already_subscribed');
  const act = { kind: 'checkout_requested', subject: choiceText(choice) } as const;
  await recordActs(ports, { viewer, client }, 'checkout_failed', [act]);
  return openCheckout(ports, viewer, choice, returnUrl);
}

/**
 * Billing roles: starts the checkout that ends a pause. The provider changes the card of an active or past-due subscription
 * only, so the person buys the same plan again with a new card. The paused subscription stays until that checkout is paid;
 * then `reconcileBilling` ends it (docs/decisions/billing.md).
 *
 * @throws AppError resubscription_failed for a plan without a price; already_subscribed, checkout_paid, checkout_failed, billing_unavailable.
 */
export async function beginResubscription(
  ports: Ports,
  viewer: Viewer,
  returnUrl: string,
): Promise<Checkout> {
  const { planId, period, quota } = requireSubscription(viewer);
  try {
    return await openCheckout(ports, viewer, { planId, period, quota }, returnUrl);
  } catch (error) {
    if (error instanceof AppError && error.code === 'plan_unknown') {
      throw new AppError('resubscription_failed', { cause: error });
    }
    throw error;
  }
}

async function openCheckout(
  ports: Ports,
  viewer: Viewer,
  choice: Parameters<typeof itemsOf>[0],
  returnUrl: string,
): Promise<Checkout> {
  const items = itemsOf(choice, await ports.billingProvider.prices());
  const accountId = viewer.account.id;
  const { email, name } = viewer.user;
  // The buyer's own, not the last buyer's, who may have left: the provider mails its customer and lets them cancel.
  const customerId = await ports.billingProvider.customer({ email, name, accountId });
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const { earlier, isSubscribed } = await ports.billing.lastCheckout(accountId);
    // Bought, resumed or created since the viewer was read.
    if (isSubscribed) throw new AppError('already_subscribed');
    const reference = newId('chk');
    const checkout = await ports.billingProvider.checkout({
      customerId,
      accountId,
      reference,
      items,
      returnUrl,
      earlier,
    });
    const before = earlier?.transactionId ?? null;
    const checkoutId = checkout.transactionId;
    if (checkoutId === before) return checkout;
    // A checkout that is not recorded is never shown, so it is never paid.
    if (await ports.billing.rememberCheckout(accountId, { checkoutId, reference, before })) return checkout;
  }
  throw new AppError('checkout_failed');
}

/**
 * Billing roles: starts replacing the card.
 * @throws AccessUnconfirmed; AppError forbidden, no_subscription, billing_unavailable.
 */
export async function beginCardUpdate(
  ports: Ports & RecordPorts,
  { viewer, client }: Actor,
  act: RecordedAct = { kind: 'card_change_requested' },
): Promise<Checkout> {
  requireRecentProof(ports, viewer);
  const { providerId } = requireSubscription(viewer);
  await recordActs(ports, { viewer, client }, 'checkout_failed', [act]);
  return ports.billingProvider.cardUpdate(providerId);
}
