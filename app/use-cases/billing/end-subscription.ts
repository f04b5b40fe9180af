import { cancellationRefusal, isCancelled } from '#app/domain/billing/cancellation.ts';
import type { Checkout } from '#app/domain/billing/provider-port.ts';
import { entitlementBy } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { beginCardUpdate, beginResubscription } from './checkout.ts';
import { requireShown, requireSubscription } from './require-billing.ts';
import { changeWithClaim } from './with-claim.ts';

type Ports = Pick<Services, 'clock' | 'billing' | 'billingProvider'>;

/**
 * Billing roles: cancels at the end of the paid period; the workspace is deleted then (design §4, "Cancelled"). A
 * plan change whose charge waits for the next bill is charged now; if the card is declined, the limits return to the
 * paid plan. A subscription that has ended or is cancelled stays as it is.
 *
 * @param form.workspaceName typed to confirm.
 * @param form.shown see `requireShown`.
 * @throws AppError forbidden, no_subscription, invalid_form for another name, subscription_paused, subscription_changed,
 *   plan_change_pending, billing_unavailable.
 */
export async function cancelSubscription(
  ports: Ports,
  actor: Actor,
  form: { workspaceName: string; shown: string },
): Promise<void> {
  requireRecentProof(ports, actor.viewer);
  const subscription = requireSubscription(actor.viewer);
  // Posted twice, or from a dialog that the page no longer has: a wrong name would have no field to appear at.
  if (isCancelled(subscription)) return;
  const refusal = cancellationRefusal(subscription);
  if (refusal) throw new AppError(refusal);
  if (form.workspaceName.trim() !== actor.viewer.workspace.name) {
    throw new AppError('invalid_form', { fields: { workspaceName: fieldError('workspace_name_mismatch') } });
  }
  requireShown(subscription, form.shown);
  await changeWithClaim(ports, actor, {
    act: { kind: 'cancellation_requested' },
    subscription,
    isExamined: true,
    isMade: isCancelled,
    make: () => ports.billingProvider.cancel(subscription.providerId),
  });
}

const RESUBSCRIPTION = { kind: 'resubscription_requested' } as const;

/**
 * Billing roles: undoes a cancellation before its date.
 * @returns false if the provider requires payment of a past-due bill first.
 * @throws AppError forbidden, no_subscription, subscription_changed, plan_change_pending, billing_unavailable.
 */
async function undoCancellation(ports: Ports, actor: Actor): Promise<boolean> {
  const subscription = requireSubscription(actor.viewer);
  try {
    await changeWithClaim(ports, actor, {
      act: RESUBSCRIPTION,
      subscription,
      isExamined: true,
      isMade: (current) => entitlementBy(current).kind === 'active',
      make: () => ports.billingProvider.undoCancel(subscription.providerId),
    });
    return true;
  } catch (error) {
    const isUnpaid = error instanceof AppError && error.code === 'payment_details_outdated';
    if (subscription.status === 'past_due' && isUnpaid) return false;
    throw error;
  }
}

/**
 * Billing roles: reactivates a paused, overdue or cancelled subscription (spec §4, "Resubscribe"). A stored card is
 * never charged: the person pays at the provider's checkout, and nothing changes when they close it.
 * @param returnUrl the URL to which the provider's page returns from the checkout of a paused subscription.
 * @returns the person's next step; 'choose-plan' for an ended subscription, which only a new one can follow.
 * @throws AppError forbidden, no_subscription, resubscription_failed, already_subscribed, checkout_paid, checkout_failed,
 *   subscription_changed, plan_change_pending, billing_unavailable.
 */
export async function resubscribe(
  ports: Ports & RecordPorts,
  { viewer, client }: Actor,
  returnUrl: string,
): Promise<
  { kind: 'done' | 'choose-plan' } | { kind: 'checkout'; purpose: 'pay' | 'resubscribe'; checkout: Checkout }
> {
  requireRecentProof(ports, viewer);
  const { providerId, status, cancelsAt } = requireSubscription(viewer);
  if (status === 'deleted') return { kind: 'choose-plan' };
  if (status === 'paused') {
    await recordActs(ports, { viewer, client }, 'resubscription_failed', [RESUBSCRIPTION]);
    const checkout = await beginResubscription(ports, viewer, returnUrl);
    return { kind: 'checkout', purpose: 'resubscribe', checkout };
  }
  if (cancelsAt !== null) {
    if (await undoCancellation(ports, { viewer, client })) return { kind: 'done' };
    return { kind: 'checkout', purpose: 'pay', checkout: await ports.billingProvider.cardUpdate(providerId) };
  }
  if (status === 'past_due') {
    const checkout = await beginCardUpdate(ports, { viewer, client }, RESUBSCRIPTION);
    return { kind: 'checkout', purpose: 'pay', checkout };
  }
  return { kind: 'done' };
}
