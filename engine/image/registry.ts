import { z } from 'zod';

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const TIMEOUT_MS = 30_000;
/** Manifest of an image for one platform, or an index for several. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const tokenSchema = z.union([
  z.object({ token: z.string().min(1) }).transform(({ token }) => token),
  z.object({ access_token: z.string().min(1) }).transform(({ access_token }) => access_token),
]);

/**
 * Resolves a tag to the digest of its current image by the OCI distribution protocol
 * (https://distribution.github.io/distribution/spec/api/). Anonymous: works for public images only.
 *
 * @param image.registry such as `https://docker.n8n.io`. @param image.name such as `n8nio/n8n`.
 * @returns the digest, `sha256:` and 64 hexadecimal digits.
 * @throws with the registry's response when it is unexpected.
 */
export async function lookUpDigest(image: { registry: string; name: string; tag: string }): Promise<string> {
  const { registry, name, tag } = image;
  const url = `${registry}/v2/${name}/manifests/${tag}`;
  const first = await ask(url);
  const challenge = first.status === 401 ? first.headers.get('WWW-Authenticate') : null;
  const answer = challenge === null ? first : await ask(url, await tokenFor(challenge));
  const digest = answer.headers.get('Docker-Content-Digest') ?? '';
  if (answer.status !== 200 || !DIGEST.test(digest))
    throw new Error(
      `${url} answered ${answer.status} with ${digest === '' ? 'no digest' : `the digest ${digest}`}.`,
    );
  return digest;
}

function ask(url: string, token?: string): Promise<Response> {
  const headers = { Accept: MANIFESTS, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  return reach(url, { method: 'HEAD', headers });
}

function reach(url: string, options: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new Error(`${url} cannot be reached.`, { cause });
  });
}

/** @param challenge such as `Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="..."`. */
async function tokenFor(challenge: string): Promise<string> {
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
  if (!challenge.startsWith('Bearer ') || realm === undefined)
    throw new Error(`The registry asks for unsupported credentials: ${challenge}`);
  const url = `${realm}?${new URLSearchParams(query)}`;
  const answer = await reach(url);
  const token = tokenSchema.safeParse(await answer.json().catch(() => null));
  if (!token.success) throw new Error(`${realm} answered ${answer.status} without a token.`);
  return token.data;
}
