import { meAnswer, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';

/** `GET /auth/me` (spec §7): who is signed in, and what their account has; also before their e-mail is confirmed. */
export const loader = api(caller('profile:manage', 'unfinished-too'), async ({ context, viewer }) => {
  return Response.json(await meAnswer(context, viewer), { headers: privately });
});

export const action = refuseMethod('GET, HEAD');
