import { sign } from '#app/crypto/secrets.ts';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { OpenLinkRequest } from '#app/use-cases/workspace/rpc-requests.ts';

/** Design §4, "Links". In real time, even if the sandbox has moved the workspace's clock. */
const LINK_LIFETIME_MS = 60 * SECOND_MS;
const LINK_ID_BYTES = 16;

/**
 * Creates the link that signs a member in to their workspace. The workspace verifies the signature with its own key and
 * accepts each `jti` once.
 */
export function signOpenLink(
  person: Omit<OpenLinkRequest, 'templateId'>,
  workspace: { url: string; signInKey: string },
  now: number,
): string {
  const { email, name, role, path } = person;
  const claims = {
    jti: encodeBase64Url(crypto.getRandomValues(new Uint8Array(LINK_ID_BYTES))),
    iat: now,
    exp: now + LINK_LIFETIME_MS,
    email,
    name,
    role,
    ...(path === undefined ? {} : { path }),
  };
  const payload = encodeBase64Url(new TextEncoder().encode(JSON.stringify(claims)));
  return `${workspace.url}/weft/sign-in?token=${payload}.${sign(payload, workspace.signInKey)}`;
}
