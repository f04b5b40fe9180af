import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { World } from '../sandbox/harness.ts';
import { laterDeclinedCard, paddleClient, simulate } from '../sandbox/paddle-harness.ts';
import { billingAt, buy } from './harness.ts';

const monthly = { starter: 2_400, 'pro-1': 6_000, 'pro-2': 12_000 } as const;
type PlanId = keyof typeof monthly;
const planIds = ['starter', 'pro-1', 'pro-2'] as const;

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('change' as const),
      planId: fc.constantFrom(...planIds),
      isNow: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('cancel' as const, 'undo' as const) }),
    fc.record({
      kind: fc.constantFrom('renewal' as const, 'paused' as const, 'resumed' as const, 'refund' as const),
    }),
  ),
  { minLength: 3, maxLength: 8 },
);

/** A history spans a moment of one period, so a plan in force must be funded for the whole period. */
test('in any history, the limits in force are paid for, or on a coming bill', {
  timeout: 240_000,
}, async () => {
  await using world = await World.start();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (history, isDeclining) => {
      number += 1;
      const billing = billingAt(world.url);
      const email = `ada-${number}@example.com`;
      const card = isDeclining ? { card: laterDeclinedCard } : {};
      const starter: PlanChoice = { planId: 'starter', period: 'monthly', quota: null };
      const { prices, subscriptionId: id } = await buy(world, billing, starter, { email, ...card });
      const client = paddleClient(world);
      for (const step of history) {
        try {
          if (step.kind === 'change') {
            const choice = { ...starter, planId: step.planId };
            await billing.change(id, itemsOf(choice, prices), step.isNow ? 'now' : 'next-cycle');
          } else if (step.kind === 'cancel') await billing.cancel(id);
          else if (step.kind === 'undo') await billing.undoCancel(id);
          else await simulate(world, id, step.kind);
        } catch (error) {
          // A refusal by the provider or a rule changes nothing.
          if (!(error instanceof AppError)) throw error;
        }
        const { subscription } = await billing.subscription(id);
        if (subscription.status !== 'active') continue;
        // A refund by support for an ending subscription is final: no later bill could contain it.
        if (step.kind === 'refund' && subscription.cancelsAt !== null) return;
        const next = await billing.nextPayment(id);
        const endsAt = (await client.subscriptions.get(id)).currentBillingPeriod?.endsAt;
        const bills = await client.transactions.list({ subscriptionId: [id] }).next();
        const funded = bills
          .filter(({ status, billingPeriod }) => status === 'completed' && billingPeriod?.endsAt === endsAt)
          // The charge of a withdrawn cancellation is on the next bill again.
          .filter(
            ({ origin, details }) =>
              origin !== 'subscription_charge' ||
              details?.totals?.grandTotal === details?.adjustedTotals?.grandTotal,
          )
          .reduce((sum, { details }) => sum + Number(details?.totals?.total), 0);
        const inForce = monthly[subscription.planId as PlanId];
        expect(funded + (next?.postponed?.amount ?? 0)).toBeGreaterThanOrEqual(inForce - 5);
      }
    }),
    { numRuns: 6 },
  );
});
