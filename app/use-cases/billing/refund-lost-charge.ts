import { AppError } from '#app/domain/errors/app-error.ts';
import type { OutboxPayload } from '#app/domain/mail/messages.ts';
import type { Services } from '../services.ts';
import { makeClaimed } from './with-claim.ts';

export interface RefundLostChargePorts extends Pick<Services, 'clock'> {
  billing: Pick<Services['billing'], 'claimRepair' | 'releaseChange'>;
  billingProvider: Pick<Services['billingProvider'], 'refundLostCharge'>;
}

/**
 * Delivers an outbox message: refunds the charge that a cancellation left behind when its request died or
 * lost an answer (docs/decisions/billing.md). Changes nothing if the charge and the cancellation agree.
 * @throws AppError plan_change_pending while a person changes the subscription; billing_unavailable: the outbox tries again.
 */
export async function refundLostCharge(
  { clock, billing, billingProvider }: RefundLostChargePorts,
  { accountId, subscriptionId }: OutboxPayload<'billing.refund_lost_charge'>,
): Promise<void> {
  const claim = await billing.claimRepair(accountId, clock.now());
  if (!claim) throw new AppError('plan_change_pending');
  await makeClaimed(billing, claim, () => billingProvider.refundLostCharge(subscriptionId));
  await billing.releaseChange(claim);
}
