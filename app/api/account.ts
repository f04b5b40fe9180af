import { z } from 'zod';
import { owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { billingStatuses, entitlementBy } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { pick } from '#app/domain/pick.ts';
import { planEndOf } from '#app/domain/plan/cloud-plan.ts';
import { planSpecOf } from '#app/domain/plan/plan-spec.ts';
import { readInstance } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { instance, toInstance } from './instance.ts';
import { caller, defineCall, json } from './plumbing/call.ts';
import { user, viewerToUser } from './sign-in.ts';
import { planSpec, toPlanSpec } from './user-plan.ts';

/** An account (design §4, "API"). */
export const account = z
  .strictObject({
    id: z.string().startsWith('acc_').meta({ example: 'acc_4TgM8sLd6cJf1NpA' }),
    name: z.string().meta({ example: 'ada' }),
    isSetup: z.boolean().meta({ example: true }),
    taxInclusive: z.boolean().meta({ example: false }),
    /** Null before the first checkout. */
    billing: z
      .strictObject({
        status: z.enum(billingStatuses).meta({ example: 'active' }),
        planId: z.string().meta({ example: 'pro-1' }),
        /** The page for changing the payment method, or for resubscribing; null once the subscription has ended. */
        updateUrl: z.url().nullable().meta({ example: 'https://weft.example/manage/billing' }),
      })
      .nullable(),
    planSpec,
    /** Null before it exists, once it is deleted, and while it cannot be read. */
    instance: instance.nullable(),
  })
  .meta({ id: 'Account' });

export async function readAccount(
  context: RequestContext,
  viewer: Viewer,
): Promise<z.output<typeof account>> {
  const { plan, subscription, progress } = viewer;
  const spec = planSpecOf(plan.id, viewer.planRow);
  const quota = subscription?.quota;
  const limits = quota ? { ...quota, monthlyExecutions: quota.executions } : spec;
  // An unconfirmed e-mail has no running workspace, and people with a required but missing second factor see nothing
  // of it.
  const isHidden = progress.confirmedAt === null || owesSecondFactor(viewer);
  const view = isHidden ? null : await readInstance(context, viewer);
  return {
    ...pick(viewer.account, 'id', 'name'),
    isSetup: progress.surveyAnsweredAt !== null,
    taxInclusive: viewer.account.taxInclusive,
    billing: subscription && {
      status: subscription.status,
      planId: subscription.planId,
      // The provider's own link expires, so that the portal's page makes one on demand.
      updateUrl: subscription.status === 'deleted' ? null : `${context.portal.url}${paths.billing}`,
    },
    planSpec: toPlanSpec(
      spec,
      limits,
      subscription ? planEndOf(entitlementBy(subscription)) : (view?.trialEndsAt ?? null),
    ),
    instance: view === null || view.notice === 'deleted' ? null : toInstance(context.portal, view, viewer),
  };
}

/** Spec §7; answers also before the e-mail is confirmed. */
export const getMe = defineCall('GET /auth/me', {
  who: caller('profile:manage', 'unfinished-too'),
  answers: { 200: json(z.strictObject({ user, account })) },
  handle: async ({ context, viewer }) => ({
    user: viewerToUser(viewer),
    account: await readAccount(context, viewer),
  }),
});
