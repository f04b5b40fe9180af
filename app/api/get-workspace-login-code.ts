import { z } from 'zod';
import { mintLoginCode } from '#app/use-cases/session/login-code.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';

/** Longer than any genuine token. */
const MAX_TOKEN_LENGTH = 4_096;

/**
 * Not in the spec: a workspace requests the code that signs one of its people in here (docs/cluster.md, "Into the
 * portal"). The workspace signs the token with its own key; the code is valid for a minute.
 */
export const getWorkspaceLoginCode = defineCall('POST /workspace/login-code', {
  // The signature is in the body.
  who: anyone,
  body: {
    schema: z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH) }),
    example: { token: 'eyJ3b3Jrc3BhY2UiOiJhZGEifQ.c2lnbmF0dXJl' },
  },
  answers: { 200: json(z.strictObject({ code: z.string() }), { code: 'q1W2e3R4t5Y6u7I8o9P0' }) },
  refusals: ['signature_invalid', 'forbidden'],
  handle: ({ context: { services }, body: { token } }) => mintLoginCode(services, token),
});
