import type { OverageCharge, OverageChargeKey } from '#app/domain/billing/overage-charge.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';

export interface ChargeOveragePorts {
  overage: Pick<Services['overage'], 'charge' | 'settle'>;
  billingProvider: Pick<Services['billingProvider'], 'chargeOverage' | 'subscription'>;
  reportError(error: unknown): void;
}

/**
 * Delivers an outbox message: charges a closed month's executions beyond the plan, at most once. A retry after a
 * crash finds the charge at the provider.
 * @throws AppError when the provider does not answer, is changing the subscription or waits for a payment: the outbox tries
 *   again.
 */
export async function chargeOverage(ports: ChargeOveragePorts, key: OverageChargeKey): Promise<void> {
  const charge = await ports.overage.charge(key);
  if (charge?.status !== 'due') return;
  try {
    await ports.billingProvider.chargeOverage(charge);
  } catch (error) {
    if (!(await isFinal(ports, charge, error))) throw error;
    await ports.overage.settle(key, 'refused');
    const { accountId, month } = key;
    ports.reportError(
      new Error(`The executions of ${accountId} beyond its plan of ${month} were not charged.`, {
        cause: error,
      }),
    );
    return;
  }
  await ports.overage.settle(key, 'charged');
}

/**
 * A paused or ended subscription accepts no charge. A declined card is not retried: a person has to examine it.
 * @throws AppError payment_details_outdated while an earlier payment is past due.
 */
async function isFinal(
  { billingProvider }: ChargeOveragePorts,
  { subscriptionId }: OverageCharge,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof AppError)) return false;
  if (error.code === 'plan_change_failed' || error.code === 'payment_declined') return true;
  if (error.code !== 'resubscription_needed') return false;
  const { status } = (await billingProvider.subscription(subscriptionId)).subscription;
  if (status === 'past_due') throw new AppError('payment_details_outdated', { cause: error });
  return status === 'paused' || status === 'deleted';
}
