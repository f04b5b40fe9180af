import { z } from 'zod';
import { quotaSchema } from '#app/domain/billing/quota.ts';
import { billingPeriods } from '#app/domain/billing/subscription.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';

const chargeNow = z.boolean({ error: fieldError('choose_one') });
const period = z.enum(billingPeriods, { error: fieldError('choose_one') });
const planId = z.string({ error: fieldError('choose_one') });

/** What is charged is never decided by what is left out; a preview charges nothing. */
const chargeNowByUse = { preview: chargeNow.default(true), change: chargeNow };

/** `POST /account/plan/change` and its preview. */
export const planChangeBodies = {
  preview: z.strictObject({ planId, period, chargeNow: chargeNowByUse.preview }),
  change: z.strictObject({ planId, period, chargeNow: chargeNowByUse.change }),
};

/** JSON has numbers of its own: a number as text is a form's. */
const number = z
  .number(fieldError('quota_number'))
  .transform((given): z.input<typeof quotaSchema>['executions'] => given);

const quotaFields = {
  executions: number.pipe(quotaSchema.shape.executions),
  activeWorkflows: number.pipe(quotaSchema.shape.activeWorkflows),
};

const customFields = { ...quotaFields, period: period.optional() };

/** `PATCH /account/plan/change/custom` and its preview. */
export const customChangeBodies = {
  preview: z.strictObject({ ...customFields, chargeNow: chargeNowByUse.preview }),
  change: z.strictObject({ ...customFields, chargeNow: chargeNowByUse.change }),
};

/** `POST /v1/paddle/plan/{id}/generatePayLink`: of the custom plan its quota, of the others nothing. */
export const payLinkBodies = { custom: z.strictObject(quotaFields), other: z.strictObject({}) };

/** `POST /account/complete-checkout`. */
export const completeCheckoutBody = z.strictObject({ planId });
