import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { proposeMaxThousands } from '#app/domain/billing/overage.ts';
import { isTrial } from '#app/domain/plan/plan.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { readOrNull } from '#app/http/read-or-null.ts';
import { readAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';
import type { ShownAtLimit } from './at-limit-card.tsx';

/** @returns the account's choice for the execution limit; null when it cannot be read: the page works without. */
export function loadAtLimit(
  context: RequestContext,
  viewer: Viewer,
  monthlyExecutions: number,
): Promise<ShownAtLimit | null> {
  return readOrNull(context, async () => {
    const { unitPrice, choice, terms } = await readAtLimit(context.services, viewer);
    return {
      canChoose: holds(viewer, 'billing:manage'),
      isRunOnChosen: choice.maxThousands !== null,
      terms,
      unitPrice,
      taxInclusive: viewer.account.taxInclusive,
      maxThousands: choice.maxThousands ?? proposeMaxThousands(monthlyExecutions),
      blocked: blockOf(viewer, unitPrice !== null),
    };
  });
}

/** @param isSold whether the plan's executions have a price. @returns why executions cannot run on; null if they can. */
export function blockOf(
  { subscription, plan }: Pick<Viewer, 'subscription' | 'plan'>,
  isSold: boolean,
): ShownAtLimit['blocked'] {
  // An account without a trial and a subscription has an agreement.
  if (subscription === null) return isTrial(plan) ? 'trial' : 'agreement';
  if (subscription.status === 'past_due') return 'past_due';
  if (subscription.status !== 'active' || subscription.cancelsAt !== null) return 'ending';
  return isSold ? null : 'not_sold';
}
