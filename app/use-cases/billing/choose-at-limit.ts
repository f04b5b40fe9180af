import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { overagePriceOf, overageTermsOf, selectAgreedPrices } from '#app/domain/billing/overage.ts';
import { type OverageRequest, overageChoiceText } from '#app/domain/billing/overage-form.ts';
import { changeRefusal } from '#app/domain/billing/plan-change.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { requireSubscription } from './require-billing.ts';

type Ports = Pick<Services, 'clock' | 'overage' | 'billingProvider'>;

/**
 * Billing roles: reads the choice at the limit.
 * @returns `unitPrice`: the price of one thousand executions; null for a plan without paid executions. `terms`: null while
 *   executions are held, also where the choice does not apply now.
 * @throws AppError forbidden, billing_unavailable.
 */
export async function readAtLimit({ billingProvider }: Pick<Ports, 'billingProvider'>, viewer: Viewer) {
  requirePermission(viewer, 'billing:manage');
  const { isSold, ...choice } = viewer.overage;
  const plan = { id: viewer.plan.id, sellsOverage: isSold };
  const terms = overageTermsOf(plan, viewer.subscription, choice);
  const price = isSold ? overagePriceOf(plan.id, await billingProvider.prices()) : null;
  return { unitPrice: price?.unitPrice ?? null, choice, terms };
}

/**
 * Billing roles: chooses whether executions wait at the plan's limit, or run on and are charged up to a cap. The
 * workspace follows as after a plan change, and held webhooks are replayed.
 * @throws AccessUnconfirmed; AppError forbidden, no_subscription, billing_unavailable. To run on, also
 *   payment_details_outdated, resubscription_needed, overage_not_sold, and overage_price_changed if the price
 *   differs from the shown one.
 */
export async function chooseAtLimit(
  ports: Ports,
  { viewer, client }: Actor,
  request: OverageRequest,
): Promise<void> {
  requireRecentProof(ports, viewer);
  const subscription = requireSubscription(viewer);
  const by = { now: ports.clock.now(), viewer, client };
  const act = { kind: 'at_limit_changed', subject: overageChoiceText(request) } as const;
  const { maxThousands } = request;
  if (request.atLimit === 'hold' || maxThousands === undefined) {
    await ports.overage.choose(by, { maxThousands: null, prices: null }, act);
    return;
  }
  const refusal = changeRefusal(subscription);
  if (refusal) throw new AppError(refusal);
  const prices = await ports.billingProvider.prices();
  const price = viewer.overage.isSold ? overagePriceOf(viewer.plan.id, prices) : null;
  if (!price) throw new AppError('overage_not_sold');
  const { amount, currency } = price.unitPrice;
  if (amount !== request.unitAmount || currency !== request.currency)
    throw new AppError('overage_price_changed');
  await ports.overage.choose(by, { maxThousands, prices: selectAgreedPrices(price.unitPrice, prices) }, act);
}
