import { z } from 'zod';
import { decodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { mintLoginCode } from '#app/use-cases/session/login-code.ts';
import { callObject } from '#app/use-cases/workspace/call-object.ts';
import { AppError, anyone, defineCall, json } from './plumbing/call.ts';

/** Longer than any genuine token. */
const MAX_TOKEN_LENGTH = 4_096;

/**
 * Not in the spec: a workspace requests the code that signs one of its people in here (docs/cluster.md, "Into the
 * portal"). The workspace signs the token with its own key, which its object checks; the code is valid for a minute.
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
  async handle({ context: { services }, body: { token } }) {
    const name = workspaceOfToken(token);
    const address = name === null ? null : await services.workspaces.addressOf(name);
    // 401, as for an expired token: the workspace then compares its clock with the portal's.
    if (!address) throw new AppError('signature_invalid');
    const { workspaceId } = address;
    const caller = await callObject('workspace_status_unavailable', () =>
      services.workspaceObject(workspaceId).verifyCall(token),
    );
    return await mintLoginCode(services, { workspaceId, ...caller });
  },
});

/**
 * @returns the workspace that a token claims as its origin; unverified, only for choosing the key that verifies it. Null
 *   for anything but a token.
 */
function workspaceOfToken(token: string): string | null {
  const claims = decodeBase64Url(token.split('.')[0] ?? '');
  const payload = claims && parseOptionalJson(new TextDecoder().decode(claims));
  if (typeof payload !== 'object' || payload === null || !('workspace' in payload)) return null;
  return typeof payload.workspace === 'string' ? payload.workspace : null;
}
