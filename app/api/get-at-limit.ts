import { atLimitAnswer, toAtLimit } from './answers/at-limit.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** What happens when the plan's executions are used up. */
export const getAtLimit = defineCall('getAtLimit', 'GET /account/plan/at-limit', {
  who: caller('billing:manage'),
  answers: { 200: atLimitAnswer },
  handle: ({ context, viewer }) => toAtLimit(context, viewer),
});
