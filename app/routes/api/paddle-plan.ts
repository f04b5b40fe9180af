import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { cacheableJson } from '#app/http/etag.ts';
import { api } from '#app/http/handlers.ts';
import { forEverybody, readPaddlePlan } from '#app/http/paddle-plans.ts';

/** `GET /v1/paddle/plan/{id}` (spec §7): one of the plans that `GET /v1/paddle/plans` lists. */
export const loader = api(anyone, async ({ request, params, context }) =>
  cacheableJson(request, await readPaddlePlan(context, params.id), forEverybody),
);

export const action = refuseMethod('GET, HEAD');
