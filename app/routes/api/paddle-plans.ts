import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { readPaddlePlans } from '#app/http/paddle-plans.ts';

/** `GET /v1/paddle/plans` (spec §7): each plan for each period, by ascending price. */
export const loader = api(anyone, async ({ context }) => Response.json(await readPaddlePlans(context)));

export const action = refuseMethod('GET, HEAD');
