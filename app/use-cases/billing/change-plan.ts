import type { Viewer } from '#app/domain/access/viewer.ts';
import { choiceText, itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import { type ChangePreview, type ChargeTime, changeRefusal } from '#app/domain/billing/plan-change.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { requireShown, requireSubscription } from './require-billing.ts';
import { changeWithClaim } from './with-claim.ts';

type Ports = Pick<Services, 'clock' | 'billing' | 'billingProvider'>;

/**
 * Billing roles: the cost of another plan, period or quota, now and with the next bill.
 * @throws AppError forbidden, no_subscription, payment_details_outdated, resubscription_needed, plan_unknown,
 *   billing_unavailable; plan_charge_waiting for a charge now while another waits for the next bill.
 */
export async function previewPlanChange(
  ports: Ports,
  viewer: Viewer,
  choice: PlanChoice,
  charge: ChargeTime,
): Promise<ChangePreview> {
  const subscription = requireChangeable(viewer);
  const items = itemsOf(choice, await ports.billingProvider.prices());
  return ports.billingProvider.previewChange(subscription.providerId, items, charge);
}

/**
 * Billing roles: changes the plan, its period or its quota. New limits apply immediately (spec §4).
 * @param change.shown see `requireShown`.
 * @throws as previewPlanChange; payment_declined, subscription_changed, plan_change_pending while another is in progress.
 */
export async function changePlan(
  ports: Ports,
  actor: Actor,
  change: { choice: PlanChoice; charge: ChargeTime; shown?: string },
): Promise<void> {
  requireRecentProof(ports, actor.viewer);
  const subscription = requireChangeable(actor.viewer);
  const subject = choiceText(change.choice);
  // A form that is sent twice asks for the plan that its first post has made current.
  if (subject !== choiceText(subscription)) requireShown(subscription, change.shown ?? '');
  const items = itemsOf(change.choice, await ports.billingProvider.prices());
  await changeWithClaim(ports, actor, {
    act: { kind: 'plan_change_requested', subject },
    subscription,
    isMade: (current) => changeRefusal(current) === null && choiceText(current) === subject,
    make: () => ports.billingProvider.change(subscription.providerId, items, change.charge),
  });
}

function requireChangeable(viewer: Viewer) {
  const subscription = requireSubscription(viewer);
  const refusal = changeRefusal(subscription);
  if (refusal) throw new AppError(refusal);
  return subscription;
}
