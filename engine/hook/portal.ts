import { randomUUID } from 'node:crypto';
import type { HookConfig } from './config.ts';
import { signToken } from './signatures.ts';

const DEADLINE_MS = 3_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Slightly less than the portal accepts. */
const POLLING_LIFETIME_MS = 4 * 60_000;
const PERSON_LIFETIME_MS = 30_000;
/** A smaller difference is mostly the answer's travel time. */
const CLOCK_DIFFERS_MS = 5_000;

/** The portal answered with an error. */
export class PortalRefusal extends Error {
  readonly status: number;
  /** The portal's time, UTC ms; NaN without one. */
  readonly portalTime: number;

  constructor({ status, headers }: Response) {
    super(`The portal answered ${status}.`);
    this.status = status;
    this.portalTime = Date.parse(headers.get('Date') ?? '');
  }
}

/**
 * The workspace's calls to the portal, with its own credentials (docs/cluster.md, "What n8n asks of its cloud"). Each throws
 * PortalRefusal, or the network error within three seconds.
 */
export function createPortal(config: HookConfig, clock: { now(): number }) {
  /** How far the workspace's clock is behind the portal's; 0 before the first call. */
  let offsetMs = 0;
  let polling: { credential: string; renewAt: number } | null = null;
  const portalNow = () => clock.now() + offsetMs;
  const sign = (claims: object, lifetimeMs: number) =>
    signToken({ ...claims, jti: randomUUID(), exp: portalNow() + lifetimeMs }, config.signInKey);

  function pollingCredential(): string {
    if (!polling || portalNow() >= polling.renewAt) {
      const claims = { purpose: 'cloud', workspaceId: config.workspaceId };
      const renewAt = portalNow() + POLLING_LIFETIME_MS / 2;
      polling = { credential: sign(claims, POLLING_LIFETIME_MS), renewAt };
    }
    return polling.credential;
  }

  /** Different clocks can cause a refusal: adopts the portal's time, and repeats the call once. */
  async function ask(path: string, init: () => RequestInit): Promise<Record<string, unknown>> {
    try {
      return await askOnce(path, init());
    } catch (error) {
      const isRefused = error instanceof PortalRefusal && error.status === 401;
      if (!isRefused || !learnClock(error)) throw error;
      polling = null;
      return await askOnce(path, init());
    }
  }

  function learnClock({ portalTime }: PortalRefusal): boolean {
    if (Number.isNaN(portalTime) || Math.abs(portalTime - portalNow()) < CLOCK_DIFFERS_MS) return false;
    offsetMs = portalTime - clock.now();
    return true;
  }

  async function askOnce(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const headers = { Accept: 'application/json', ...init.headers };
    const response = await fetch(config.portalUrl + path, { ...init, headers, redirect: 'manual', signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new PortalRefusal(response);
    }
    const text = await response.text();
    if (text.length > MAX_ANSWER_BYTES) throw new Error('The portal’s answer is too large.');
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null)
      throw new Error('The portal’s answer is not an object.');
    return answer as Record<string, unknown>;
  }

  async function dataOf(path: string, credential: () => string): Promise<Record<string, unknown>> {
    const { data } = await ask(path, () => ({ headers: { Authorization: `Bearer ${credential()}` } }));
    if (typeof data !== 'object' || data === null) throw new Error('The portal answered no data.');
    return data as Record<string, unknown>;
  }

  return {
    plan: () => dataOf('/api/cloud/plan', pollingCredential),
    user: (email: string) =>
      dataOf('/api/cloud/user', () =>
        sign({ purpose: 'cloud-user', workspaceId: config.workspaceId, email }, PERSON_LIFETIME_MS),
      ),
    /** @returns a login code, which signs a person of this workspace in to the portal once, within a minute. */
    async loginCode(email: string): Promise<string> {
      const { code } = await ask('/api/workspace/login-code', () => ({
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          token: sign({ purpose: 'login-code', workspace: config.workspace, email }, PERSON_LIFETIME_MS),
        }),
      }));
      if (typeof code !== 'string' || code === '') throw new Error('The portal answered without a code.');
      return code;
    },
  };
}

export type Portal = ReturnType<typeof createPortal>;
