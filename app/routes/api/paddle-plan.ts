import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { readPaddlePlan } from '#app/http/paddle-plans.ts';

/** `GET /v1/paddle/plan/{id}` (spec §7): one of the plans that `GET /v1/paddle/plans` lists. */
export const loader = api(anyone, async ({ params, context }) =>
  Response.json(await readPaddlePlan(context, params.id)),
);

export const action = refuseMethod('GET, HEAD');
