import { atLimitAnswer, toAtLimit } from './answers/at-limit.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** The account's choice for its plan's execution limit. */
export const getAtLimit = defineCall('GET /account/plan/at-limit', {
  who: caller('billing:manage'),
  answers: { 200: atLimitAnswer },
  failure: 'billing_unavailable',
  handle: ({ context, viewer }) => toAtLimit(context, viewer),
});
