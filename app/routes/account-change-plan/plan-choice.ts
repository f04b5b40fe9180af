import { type PlanChoice, soldPlanIds } from '#app/domain/billing/offer.ts';
import { quotaSchema } from '#app/domain/billing/quota.ts';
import { billingPeriods } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { parseBody } from '#app/http/parse-body.ts';

/** A form's or an address's fields. */
type Fields = Pick<FormData | URLSearchParams, 'get'>;

/** @throws AppError plan_unknown; invalid_form naming each quota that is wrong. */
export function readPlanChoice(fields: Fields): PlanChoice {
  const planId = soldPlanIds.find((id) => id === fields.get('plan'));
  const period = billingPeriods.find((one) => one === fields.get('period'));
  if (!planId || !period) throw new AppError('plan_unknown');
  if (planId !== 'custom') return { planId, period, quota: null };
  const quota = parseBody(quotaSchema, {
    executions: fields.get('executions') ?? undefined,
    activeWorkflows: fields.get('activeWorkflows') ?? undefined,
  });
  return { planId, period, quota };
}
