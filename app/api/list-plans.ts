import { z } from 'zod';
import { paddlePlan, planExample, publicCaching, readPaddlePlans } from './answers/paddle-plan.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';

/** Spec §7: each plan for each period, by ascending price. */
export const listPlans = defineCall('GET /v1/paddle/plans', {
  who: anyone,
  caching: publicCaching,
  answers: { 200: json(z.array(paddlePlan), [planExample]) },
  handle: ({ context }) => readPaddlePlans(context),
});
