import { z } from 'zod';
import { type Viewer, viewerFor } from '#app/domain/access/viewer.ts';
import { type PlanChoice, soldPlanIds } from '#app/domain/billing/offer.ts';
import { type ChargeTime, changeFailure } from '#app/domain/billing/plan-change.ts';
import { quotaSchema } from '#app/domain/billing/quota.ts';
import { billingPeriods } from '#app/domain/billing/subscription.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import {
  changePlan as makeChange,
  previewPlanChange as previewChange,
} from '#app/use-cases/billing/change-plan.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import { account, readAccount } from './account.ts';
import { moneyFields, toUpcomingPayment, upcomingPayment } from './payments.ts';
import { AppError, caller, defineCall, fieldError, json, withErrorCode } from './plumbing/call.ts';

const preview = z.strictObject({ immediate: z.strictObject(moneyFields), next: upcomingPayment });

const planNotChangeable = [
  'no_subscription',
  'payment_details_outdated',
  'resubscription_needed',
  'plan_charge_waiting',
] as const;

const refusalsOfChange = [
  ...planNotChangeable,
  'access_unconfirmed',
  'subscription_changed',
  'plan_change_pending',
  'payment_declined',
] as const;

const chargeNow = z
  .boolean({ error: fieldError('choose_one') })
  .transform((isNow): ChargeTime => (isNow ? 'now' : 'next-cycle'));
const period = z.enum(billingPeriods, { error: fieldError('choose_one') });
export const planIdField = z.string({ error: fieldError('choose_one') });

/** JSON has numbers; only forms send them as text. */
const number = z
  .number(fieldError('quota_number'))
  .transform((given): z.input<typeof quotaSchema>['executions'] => given);

export const quotaFields = {
  executions: number.pipe(quotaSchema.shape.executions),
  activeWorkflows: number.pipe(quotaSchema.shape.activeWorkflows),
};

/** A change requires `chargeNow`: an omission never decides about a charge. */
const planChange = z.strictObject({ planId: planIdField, period, chargeNow });
/** The period stays as it is unless given. */
const quotaChange = z.strictObject({ ...quotaFields, period: period.optional(), chargeNow });
/** Optional in a preview, which charges nothing. */
const optionalCharge = { chargeNow: chargeNow.prefault(true) };

interface Change {
  choice: PlanChoice;
  charge: ChargeTime;
}

/** @throws AppError plan_unknown for a plan that is not sold, and for the custom one, which has separate calls. */
function toPlanChange(body: z.output<typeof planChange>): Change {
  const planId = soldPlanIds.find((id) => id === body.planId && id !== 'custom');
  if (!planId) throw new AppError('plan_unknown');
  return { choice: { planId, period: body.period, quota: null }, charge: body.chargeNow };
}

function toQuotaChange(viewer: Viewer, body: z.output<typeof quotaChange>): Change {
  const { executions, activeWorkflows } = body;
  const period = body.period ?? viewer.subscription?.period ?? 'monthly';
  return {
    choice: { planId: 'custom', period, quota: { executions, activeWorkflows } },
    charge: body.chargeNow,
  };
}

async function answerPreview({ services }: RequestContext, viewer: Viewer, change: Change) {
  const { immediate, next } = await withErrorOfChange(change, () =>
    previewChange(services, viewer, change.choice, change.charge),
  );
  return { immediate, next: toUpcomingPayment(next) };
}

async function answerChange(context: RequestContext, actor: Actor, change: Change) {
  await withErrorOfChange(change, () => makeChange(context.services, actor, change));
  return await readAccount(context, await reloadPayer(context));
}

/** @returns the payer, with the change that the call has just made. */
export async function reloadPayer(context: RequestContext): Promise<Viewer> {
  const state = await withErrorCode('user_not_loaded', () => context.reloadViewer());
  const changed = viewerFor(state, 'billing:manage');
  // The person was signed out in the meantime; the change is made, and the next sign-in shows it.
  if (changed === null) throw new AppError('session_expired');
  return changed;
}

/** Fails with the sentence of spec §8, which differs for a custom quota. */
async function withErrorOfChange<Result>({ choice }: Change, act: () => Promise<Result>): Promise<Result> {
  try {
    return await withErrorCode('plan_change_failed', act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = changeFailure(error.code, choice.planId === 'custom');
    throw code === error.code ? error : new AppError(code, { cause: error });
  }
}

/** Spec §7: the cost of another plan or period, now and with the next bill. */
export const previewPlanChange = defineCall('POST /account/plan/change/preview', {
  who: caller('billing:manage'),
  body: { schema: planChange.extend(optionalCharge), example: { planId: 'pro-2', period: 'monthly' } },
  answers: { 200: json(preview, { immediate: { amount: 3000 } }) },
  refusals: [...planNotChangeable, 'plan_unknown', 'plan_change_pending', 'plan_change_failed'],
  handle: ({ context, viewer, body }) => answerPreview(context, viewer, toPlanChange(body)),
});

/** Spec §7: changes the plan or its period; new limits apply immediately. */
export const changePlan = defineCall('POST /account/plan/change', {
  who: caller('billing:manage'),
  body: { schema: planChange, example: { planId: 'pro-2', period: 'monthly', chargeNow: true } },
  answers: { 200: json(account) },
  refusals: [...refusalsOfChange, 'plan_unknown', 'plan_change_failed'],
  handle: ({ context, actor, body }) => answerChange(context, actor, toPlanChange(body)),
});

/** Spec §7: the cost of a custom quota, now and with the next bill. */
export const previewQuotaChange = defineCall('POST /account/plan/change/custom/preview', {
  who: caller('billing:manage'),
  body: {
    schema: quotaChange.extend(optionalCharge),
    example: { executions: 20_000, activeWorkflows: 25 },
  },
  answers: { 200: json(preview, { immediate: { amount: 3000 } }) },
  refusals: [...planNotChangeable, 'plan_change_pending', 'plan_customization_failed'],
  handle: ({ context, viewer, body }) => answerPreview(context, viewer, toQuotaChange(viewer, body)),
});

/** Spec §7: changes the custom quota; new limits apply immediately. */
export const changeQuota = defineCall('PATCH /account/plan/change/custom', {
  who: caller('billing:manage'),
  body: {
    schema: quotaChange,
    example: { executions: 20_000, activeWorkflows: 25, chargeNow: false },
  },
  answers: { 200: json(account) },
  refusals: [...refusalsOfChange, 'plan_customization_failed'],
  handle: ({ context, viewer, actor, body }) => answerChange(context, actor, toQuotaChange(viewer, body)),
});
