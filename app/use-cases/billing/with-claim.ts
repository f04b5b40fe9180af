import { newId } from '#app/crypto/secrets.ts';
import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import { isUnanswered } from '#app/domain/billing/unanswered-change.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ChangeClaim } from '#db/queries/billing.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';

/**
 * Changes a subscription while no other request does: a change whose charge waits must not slip between the charge that a
 * cancellation makes and the cancellation.
 *
 * @param request.act the requested act, recorded with the claim.
 * @param request.cancelled the provider's id of the subscription that is cancelled or kept: after the claim,
 *   the charge of a cancellation is examined.
 * @param change asks the provider for the change.
 * @throws AppError plan_change_pending while another is in progress; what `change` throws.
 */
export async function changeWithClaim(
  ports: Pick<Services, 'clock' | 'billing'>,
  { viewer, client }: Actor,
  request: { act: RecordedAct; cancelled?: string },
  change: () => Promise<ProviderSubscription>,
): Promise<void> {
  const by = { now: ports.clock.now(), viewer, client };
  const claim = await ports.billing.claimChange(by, request.act, request.cancelled);
  if (!claim) throw new AppError('plan_change_pending');
  const answer = await change().catch(async (error: unknown) => {
    // The provider may still apply the change, and must not apply it after a later one: the claim expires by
    // itself.
    if (!isUnanswered(error)) await ports.billing.releaseChange(claim);
    throw error;
  });
  await applyAnswer(ports, answer, claim);
}

/**
 * Applies the provider's answer to our own change as its webhook would. The webhook that follows then changes nothing; if
 * the answer is lost, the webhook applies the change.
 *
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
