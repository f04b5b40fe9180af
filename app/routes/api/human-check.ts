import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';

/** What the human check's widget begins with (design §4, API): a fresh challenge, or Turnstile's site key. */
export const loader = api(anyone, async ({ context }) => {
  const { humanCheck } = context;
  const answer =
    humanCheck.kind === 'turnstile'
      ? humanCheck
      : { kind: humanCheck.kind, challenge: await humanCheck.challenge() };
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } });
});

export const action = refuseMethod('GET, HEAD');
