import { caller } from '#app/http/admission.ts';
import { readJsonObject, refuseMethod } from '#app/http/api.ts';
import { previewAnswer, readPlanChange } from '#app/http/billing-api.ts';
import { api } from '#app/http/handlers.ts';

/** `POST /account/plan/change/preview` (spec §7): what another plan or period costs, now and with the next bill. */
export const action = api(
  caller('billing:manage'),
  async ({ request, context, viewer }) => {
    const change = readPlanChange('preview', await readJsonObject(request));
    return previewAnswer(context, viewer, change);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
