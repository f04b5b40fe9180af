import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { cacheableJson } from '#app/http/etag.ts';
import { api } from '#app/http/handlers.ts';
import { forEverybody, readPaddlePlans } from '#app/http/paddle-plans.ts';

/** `GET /v1/paddle/plans` (spec §7): each plan for each period, by ascending price. */
export const loader = api(anyone, async ({ request, context }) =>
  cacheableJson(request, await readPaddlePlans(context), forEverybody),
);

export const action = refuseMethod('GET, HEAD');
