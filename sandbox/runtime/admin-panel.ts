import { createHmac } from 'node:crypto';
import type { RuntimeConfig } from './config.ts';
import type { Person } from './sessions.ts';

const deadlineMs = 3_000;
// Half of what the portal takes: its clock may be behind this one.
const tokenLifetimeMs = 30_000;
const returnPath = '/dashboard';

/** The token by which the workspace speaks for one of its people. `now` is UTC milliseconds. */
function loginCodeToken({ workspace, signInKey }: RuntimeConfig, email: string, now: number): string {
  const claims = { purpose: 'login-code', workspace, email, exp: now + tokenLifetimeMs };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', signInKey).update(payload).digest('base64url')}`;
}

/** Throws when the portal gives none, in time or at all. */
async function loginCode(config: RuntimeConfig, email: string, now: number): Promise<string> {
  const response = await fetch(`${config.portalUrl}/api/workspace/login-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ token: loginCodeToken(config, email, now) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the portal answered ${response.status}`);
  }
  const answer: unknown = await response.json();
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined;
  if (typeof code !== 'string' || code === '') throw new Error('the portal answered without a code');
  return code;
}

/** Where someone who is signed in here gets into the portal: signed in if it gives a code, else to its form. */
export async function adminPanelUrl(config: RuntimeConfig, { email }: Person, now: number): Promise<string> {
  try {
    const code = await loginCode(config, email, now);
    return `${config.portalUrl}/login?code=${encodeURIComponent(code)}&returnPath=${returnPath}`;
  } catch (error) {
    console.error('no login code:', error);
    return `${config.portalUrl}/login?returnPath=${returnPath}`;
  }
}
