import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { OpenLinkRequest } from '#app/use-cases/workspace/rpc.ts';

/** Design §4, "Links". In real time, whatever the sandbox did to the workspace's clock. */
const LINK_LIFETIME_MS = 60 * SECOND_MS;
const LINK_ID_BYTES = 16;

/**
 * Makes the link that signs a member in to their workspace. The workspace checks the signature with its own key,
 * and takes each `jti` once.
 */
export async function signOpenLink(
  person: Omit<OpenLinkRequest, 'templateId'>,
  workspace: { url: string; signInKey: string },
  now: number,
): Promise<string> {
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
  const bytes = new TextEncoder();
  const payload = encodeBase64Url(bytes.encode(JSON.stringify(claims)));
  const key = await crypto.subtle.importKey(
    'raw',
    bytes.encode(workspace.signInKey),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(payload)));
  return `${workspace.url}/weft/sign-in?token=${payload}.${encodeBase64Url(signature)}`;
}
