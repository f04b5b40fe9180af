import { caller } from '#app/http/admission.ts';
import { readJsonObject, refuseMethod } from '#app/http/api.ts';
import { changeAnswer, readPlanChange } from '#app/http/billing-api.ts';
import { api } from '#app/http/handlers.ts';

/** `POST /account/plan/change` (spec §7): changes the plan or its period; what it allows is in force at once. */
export const action = api(
  caller('billing:manage'),
  async ({ request, context, viewer }) => {
    const change = readPlanChange('change', await readJsonObject(request));
    return changeAnswer(context, viewer, change);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
