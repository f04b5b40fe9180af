import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { applyAnswer } from './apply-answer.ts';

/**
 * Changes a subscription while no other request does: a change whose charge waits must not slip between the charge that a
 * cancellation makes and the cancellation.
 *
 * @param change asks the provider for the change.
 * @throws AppError plan_change_pending while another is under way; what `change` throws.
 */
export async function changeWithClaim(
  ports: Pick<Services, 'clock' | 'billing'>,
  accountId: string,
  change: () => Promise<ProviderSubscription>,
): Promise<void> {
  if (!(await ports.billing.claimChange({ now: ports.clock.now(), accountId }))) {
    throw new AppError('plan_change_pending');
  }
  const told = await change().catch(async (error: unknown) => {
    await ports.billing.releaseChange(accountId);
    throw error;
  });
  await applyAnswer(ports, told, accountId);
}
