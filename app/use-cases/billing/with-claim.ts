import { newId } from '#app/crypto/secrets.ts';
import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { isUnanswered } from '#app/domain/billing/unanswered-change.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ChangeClaim } from '#db/queries/change-claims.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';

/** A change of the subscription that its person has seen. */
interface ClaimedChange {
  /** Recorded with the claim. */
  act: RecordedAct;
  /** As the request read it, and compared with what the person was shown. */
  subscription: Subscription;
  /** Cancels it, or keeps it: after the claim, the charge of a cancellation is examined. */
  isExamined?: boolean;
  /** Whether another request has already made the same change: the change is then skipped. */
  isMade(current: Subscription): boolean;
  /** Asks the provider for the change. */
  make(): Promise<ProviderSubscription>;
}

/**
 * Changes a subscription while no other request does: a change whose charge waits must not slip between the charge that a
 * cancellation makes and the cancellation. Of two people who confirm at the same moment, the second has confirmed costs
 * that the first one's change made untrue: the claim compares the subscription with what the request has read.
 *
 * @throws AppError plan_change_pending while another is in progress; subscription_changed after another has ended
 *   meanwhile; what `make` throws.
 */
export async function changeWithClaim(
  ports: Pick<Services, 'clock' | 'billing'>,
  actor: Actor,
  { act, subscription, isExamined = false, isMade, make }: ClaimedChange,
): Promise<void> {
  const by = { now: ports.clock.now(), ...actor };
  const outcome = await ports.billing.claimChange(by, act, subscription, isExamined);
  if (outcome.kind === 'pending') throw new AppError('plan_change_pending');
  if (outcome.kind === 'changed') {
    if (outcome.current && isMade(outcome.current)) return;
    throw new AppError('subscription_changed');
  }
  const { claim } = outcome;
  await applyAnswer(ports, await makeClaimed(ports.billing, claim, make), claim);
}

/**
 * Makes a change at the provider, and releases its claim if it fails. A change without an answer keeps the claim until it
 * expires: the provider may still apply the change, and must not apply it after a later one.
 */
export function makeClaimed<T>(
  billing: Pick<Services['billing'], 'releaseChange'>,
  claim: ChangeClaim,
  make: () => Promise<T>,
): Promise<T> {
  return make().catch(async (error: unknown) => {
    if (!isUnanswered(error)) await billing.releaseChange(claim);
    throw error;
  });
}

/**
 * Applies the provider's answer to our own change as its webhook would. The webhook that follows then changes nothing; if
 * the answer is lost, the webhook applies the change.
 * @param release the claim that ends with the answer.
 */
export async function applyAnswer(
  ports: Pick<Services, 'clock' | 'billing'>,
  answer: ProviderSubscription,
  release?: ChangeClaim,
): Promise<void> {
  const event = {
    id: newId('evt'),
    type: 'subscription.answered',
    occurredAt: answer.updatedAt,
    kind: 'subscription' as const,
    snapshot: answer,
  };
  await ports.billing.receive([{ event, rawBody: JSON.stringify(event) }], ports.clock.now(), release);
}
