import { createHmac } from 'node:crypto';
import type { RuntimeConfig } from './config.ts';

const deadlineMs = 3_000;

/** A token of the workspace's own: what it says, signed by the key that only it and the portal have. */
export function signedToken({ signInKey }: RuntimeConfig, claims: object): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', signInKey).update(payload).digest('base64url')}`;
}

/** Asks the portal, with a deadline. Throws when it does not answer 200 with a JSON object. */
export async function askPortal(
  { portalUrl }: RuntimeConfig,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown>> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  const response = await fetch(`${portalUrl}${path}`, {
    ...init,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new PortalRefusal(response.status);
  }
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null) throw new Error('the portal answered no object');
  return answer as Record<string, unknown>;
}

/** The portal answered, and not what was asked for. */
export class PortalRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the portal answered ${status}`);
    this.status = status;
  }
}
