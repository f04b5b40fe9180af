import type { RuntimeConfig } from './config.ts';
import { askPortal, signedToken } from './portal-calls.ts';
import type { Person } from './sessions.ts';

// Half of what the portal takes: its clock may be behind this one.
const tokenLifetimeMs = 30_000;
const returnPath = '/dashboard';

/** The code that brings one of the workspace's people to the portal. Throws when there is none, in time or at all. */
export async function loginCode(config: RuntimeConfig, { email }: Person, now: number): Promise<string> {
  const { workspace } = config;
  const token = signedToken(config, { purpose: 'login-code', workspace, email, exp: now + tokenLifetimeMs });
  const { code } = await askPortal(config, '/api/workspace/login-code', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (typeof code !== 'string' || code === '') throw new Error('the portal answered without a code');
  return code;
}

/** Where someone who is signed in here gets into the portal: signed in if it gives a code, else to its form. */
export async function adminPanelUrl(config: RuntimeConfig, person: Person, now: number): Promise<string> {
  try {
    const code = await loginCode(config, person, now);
    return `${config.portalUrl}/login?code=${encodeURIComponent(code)}&returnPath=${returnPath}`;
  } catch (error) {
    console.error('no login code:', error);
    return `${config.portalUrl}/login?returnPath=${returnPath}`;
  }
}
