import {
  changedAnswer,
  makeChange,
  planChange,
  planNotChangeable,
  toPlanChange,
} from './answers/plan-change.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Spec §7: changes the plan or its period; new limits apply immediately. */
export const changePlan = defineCall('POST /account/plan/change', {
  who: caller('billing:manage'),
  body: { schema: planChange, example: { planId: 'pro-2', period: 'monthly', chargeNow: true } },
  answers: { 200: changedAnswer },
  refusals: [
    ...planNotChangeable,
    'access_unconfirmed',
    'plan_unknown',
    'subscription_changed',
    'plan_change_pending',
    'payment_declined',
    'plan_change_failed',
  ],
  handle: ({ context, actor, body }) => makeChange(context, actor, toPlanChange(body)),
});
