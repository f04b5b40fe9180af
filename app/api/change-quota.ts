import {
  changedAnswer,
  makeChange,
  planNotChangeable,
  quotaChange,
  toQuotaChange,
} from './answers/plan-change.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Spec §7: changes the custom quota; new limits apply immediately. */
export const changeQuota = defineCall('PATCH /account/plan/change/custom', {
  who: caller('billing:manage'),
  body: {
    schema: quotaChange,
    example: { executions: 20_000, activeWorkflows: 25, chargeNow: false },
  },
  answers: { 200: changedAnswer },
  refusals: [
    ...planNotChangeable,
    'access_unconfirmed',
    'subscription_changed',
    'plan_change_pending',
    'payment_declined',
    'plan_customization_failed',
  ],
  handle: ({ context, viewer, actor, body }) => makeChange(context, actor, toQuotaChange(viewer, body)),
});
