import { newId } from '#app/crypto/secrets.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { Services } from '../services.ts';

/**
 * Takes in what the provider answered to a change of ours, by the way that its webhook takes: the webhook that follows
 * then finds it done, and if this is lost the webhook does it.
 *
 * @param release an account whose `claimChange` ends with it.
 */
export async function applyAnswer(
  ports: Pick<Services, 'clock' | 'billing'>,
  told: ProviderSubscription,
  release?: string,
): Promise<void> {
  const event = {
    id: newId('evt'),
    type: 'subscription.answered',
    occurredAt: told.updatedAt,
    kind: 'subscription' as const,
    told,
  };
  await ports.billing.receive([{ event, rawBody: JSON.stringify(event) }], ports.clock.now(), release);
}
