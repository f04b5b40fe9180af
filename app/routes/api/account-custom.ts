import { caller } from '#app/http/admission.ts';
import { readJsonObject, refuseMethod } from '#app/http/api.ts';
import { changeAnswer, readCustomChange } from '#app/http/billing-api.ts';
import { api } from '#app/http/handlers.ts';

/** `PATCH /account/plan/change/custom` (spec §7): changes the quota; what it allows is in force at once. */
export const action = api(
  caller('billing:manage'),
  async ({ request, context, viewer }) => {
    const change = readCustomChange('change', viewer, await readJsonObject(request));
    return changeAnswer(context, viewer, change);
  },
  { methods: 'PATCH' },
);

export const loader = refuseMethod('PATCH');
