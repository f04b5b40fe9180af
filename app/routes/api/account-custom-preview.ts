import { caller } from '#app/http/admission.ts';
import { readJsonObject, refuseMethod } from '#app/http/api.ts';
import { previewAnswer, readCustomChange } from '#app/http/billing-api.ts';
import { api } from '#app/http/handlers.ts';

/** `POST /account/plan/change/custom/preview` (spec §7): what a quota of one’s own costs, now and with the next bill. */
export const action = api(
  caller('billing:manage'),
  async ({ request, context, viewer }) => {
    const change = readCustomChange('preview', viewer, await readJsonObject(request));
    return previewAnswer(context, viewer, change);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
