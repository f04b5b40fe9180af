import {
  optionalCharge,
  planChange,
  planNotChangeable,
  previewAnswer,
  previewChange,
  toPlanChange,
} from './answers/plan-change.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Spec §7: the cost of another plan or period, now and with the next bill. */
export const previewPlanChange = defineCall('POST /account/plan/change/preview', {
  who: caller('billing:manage'),
  body: { schema: planChange.extend(optionalCharge), example: { planId: 'pro-2', period: 'monthly' } },
  answers: { 200: previewAnswer },
  refusals: [...planNotChangeable, 'plan_unknown', 'plan_change_pending', 'plan_change_failed'],
  handle: ({ context, viewer, body }) => previewChange(context, viewer, toPlanChange(body)),
});
