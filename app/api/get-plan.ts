import {
  paddlePlan,
  planExample,
  priceIdParameter,
  publicCaching,
  readPaddlePlan,
} from './answers/paddle-plan.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';

/** Spec §7: one of the plans of `GET /v1/paddle/plans`. */
export const getPlan = defineCall('GET /v1/paddle/plan/{id}', {
  who: anyone,
  parameters: priceIdParameter,
  caching: publicCaching,
  answers: { 200: json(paddlePlan, planExample) },
  refusals: ['plan_not_found'],
  handle: ({ context, params }) => readPaddlePlan(context, params.id),
});
