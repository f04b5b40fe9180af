import {
  optionalCharge,
  planNotChangeable,
  previewAnswer,
  previewChange,
  quotaChange,
  toQuotaChange,
} from './answers/plan-change.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Spec §7: the cost of a custom quota, now and with the next bill. */
export const previewQuotaChange = defineCall('POST /account/plan/change/custom/preview', {
  who: caller('billing:manage'),
  body: {
    schema: quotaChange.extend(optionalCharge),
    example: { executions: 20_000, activeWorkflows: 25 },
  },
  answers: { 200: previewAnswer },
  refusals: [...planNotChangeable, 'plan_change_pending', 'plan_customization_failed'],
  handle: ({ context, viewer, body }) => previewChange(context, viewer, toQuotaChange(viewer, body)),
});
