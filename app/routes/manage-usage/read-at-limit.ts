import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Money } from '#app/domain/billing/money.ts';
import { type OverageTerms, proposedMaxThousands } from '#app/domain/billing/overage.ts';
import { orNull } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { readAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';

/** Why executions cannot run on now. */
export type AtLimitBlock = 'trial' | 'not_sold' | 'past_due' | 'ending';

/** What the screen shows of the choice. */
export interface ShownAtLimit {
  canChoose: boolean;
  isRunOnChosen: boolean;
  /** Null while executions are held. */
  terms: OverageTerms | null;
  /** Of one thousand; null for a plan that sells no more. */
  unitPrice: Money | null;
  /** The chosen cap, or the proposed one, in thousands. */
  maxThousands: number;
  /** Null while nothing keeps executions from running on. */
  blocked: AtLimitBlock | null;
}

/** @returns null when it cannot be read: the page works without. */
export function loadAtLimit(
  context: RequestContext,
  viewer: Viewer,
  monthlyExecutions: number,
): Promise<ShownAtLimit | null> {
  return orNull(context, async () => {
    const { unitPrice, choice, terms } = await readAtLimit(context.services, viewer);
    const isRunOnChosen = choice.maxThousands !== null;
    return {
      ...{ canChoose: holds(viewer, 'billing:manage'), isRunOnChosen, terms, unitPrice },
      maxThousands: choice.maxThousands ?? proposedMaxThousands(monthlyExecutions),
      blocked: blockOf(viewer, unitPrice !== null),
    };
  });
}

function blockOf({ subscription }: Viewer, isSold: boolean): AtLimitBlock | null {
  if (subscription === null) return 'trial';
  if (subscription.status === 'past_due') return 'past_due';
  if (subscription.status !== 'active' || subscription.cancelsAt !== null) return 'ending';
  return isSold ? null : 'not_sold';
}
