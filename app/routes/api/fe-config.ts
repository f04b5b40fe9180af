import { privately } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { readFlags } from '#app/http/flags.ts';
import { api } from '#app/http/handlers.ts';

/** `GET /fe/config` (spec §7): the feature flags of whoever asks. */
export const loader = api(anyone, async ({ context }) => {
  return Response.json({ featureFlags: await readFlags(context) }, { headers: privately });
});

export const action = refuseMethod('GET, HEAD');
