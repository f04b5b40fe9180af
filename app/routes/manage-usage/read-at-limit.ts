import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { proposeMaxThousands } from '#app/domain/billing/overage.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { readOrNull } from '#app/http/read-or-null.ts';
import { readAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';
import { blockOf, type ShownAtLimit } from './shown-at-limit.ts';

/** @returns null when it cannot be read: the page works without. */
export function loadAtLimit(
  context: RequestContext,
  viewer: Viewer,
  monthlyExecutions: number,
): Promise<ShownAtLimit | null> {
  return readOrNull(context, async () => {
    const { unitPrice, choice, terms } = await readAtLimit(context.services, viewer);
    const isRunOnChosen = choice.maxThousands !== null;
    return {
      canChoose: holds(viewer, 'billing:manage'),
      isRunOnChosen,
      terms,
      unitPrice,
      taxInclusive: viewer.account.taxInclusive,
      maxThousands: choice.maxThousands ?? proposeMaxThousands(monthlyExecutions),
      blocked: blockOf(viewer, unitPrice !== null),
    };
  });
}
