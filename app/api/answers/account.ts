import { z } from 'zod';
import { owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { billingStatuses } from '#app/domain/billing/subscription.ts';
import { planGroups } from '#app/domain/plan/plan.ts';
import { readInstance } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { instance, instanceExample, toInstance } from './instance.ts';

/** An account (design §4, "API"). */
export const account = z
  .strictObject({
    id: z.string().startsWith('acc_'),
    name: z.string(),
    isSetup: z.boolean(),
    taxInclusive: z.boolean(),
    /** Null before the first checkout. */
    billing: z.strictObject({ status: z.enum(billingStatuses), planId: z.string() }).nullable(),
    planSpec: z.strictObject({ planId: z.string(), displayName: z.string(), group: z.enum(planGroups) }),
    /** Null while there is none, once it is deleted, and while it cannot be read. */
    instance: instance.nullable(),
  })
  .meta({ id: 'Account' });

export const accountExample = {
  id: 'acc_4TgM8sLd6cJf1NpA',
  name: 'ada',
  isSetup: true,
  taxInclusive: false,
  billing: { status: 'active', planId: 'pro-1' },
  planSpec: { planId: 'pro-1', displayName: 'Pro', group: 'opt-in' },
  instance: instanceExample,
};

export async function readAccount(
  context: RequestContext,
  viewer: Viewer,
): Promise<z.output<typeof account>> {
  const { plan, subscription, progress } = viewer;
  // Nothing runs for an unconfirmed e-mail, and people who owe their account a second factor see nothing of it.
  const isHidden = progress.confirmedAt === null || owesSecondFactor(viewer);
  const view = isHidden ? null : await readInstance(context, viewer);
  return {
    id: viewer.account.id,
    name: viewer.account.name,
    isSetup: progress.surveyAnsweredAt !== null,
    taxInclusive: viewer.account.taxInclusive,
    billing: subscription && { status: subscription.status, planId: subscription.planId },
    planSpec: { planId: plan.id, displayName: plan.displayName, group: plan.group },
    instance: view === null || view.notice === 'deleted' ? null : toInstance(context.portal, view),
  };
}
