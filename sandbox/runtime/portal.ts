import { createHmac, randomUUID } from 'node:crypto';
import { type Message, send } from '#sandbox/server/send.ts';
import type { RuntimeConfig } from './config.ts';

const deadlineMs = 3_000;
/** Somewhat less than the maximum that the portal accepts. */
const pollingLifetimeMs = 4 * 60_000;
const personLifetimeMs = 30_000;
/** Below that, the answer's travel time is the larger part of the difference. */
const clockDiffersMs = 5_000;

/** The portal's answer was a refusal. */
class PortalRefusal extends Error {
  readonly status: number;
  /** The portal's clock, UTC ms; undefined if its answer has no date. */
  readonly portalNow: number | undefined;

  constructor(status: number, date: string | undefined) {
    super(`the portal answered ${status}`);
    this.status = status;
    this.portalNow = date === undefined || Number.isNaN(Date.parse(date)) ? undefined : Date.parse(date);
  }
}

/** The calls of the portal, with the workspace's own credentials (docs/cluster.md). Every call can throw. */
export class Portal {
  readonly #config: RuntimeConfig;
  readonly #now: () => number;
  /** How far the portal's clock is ahead. */
  #clockOffsetMs = 0;
  #polling: { credential: string; renewAt: number } | undefined;

  constructor(config: RuntimeConfig, now: () => number) {
    this.#config = config;
    this.#now = now;
  }

  plan(): Promise<Record<string, unknown>> {
    return this.#data('/api/cloud/plan', () => this.#pollingCredential());
  }

  user(email: string): Promise<Record<string, unknown>> {
    const { workspaceId } = this.#config;
    return this.#data('/api/cloud/user', () =>
      this.#sign({ purpose: 'cloud-user', workspaceId, email }, personLifetimeMs),
    );
  }

  /** The login code that signs one of the workspace's people in to the portal. */
  async loginCode(email: string): Promise<string> {
    const { workspace } = this.#config;
    const { code } = await this.#ask('/api/workspace/login-code', () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: this.#sign({ purpose: 'login-code', workspace, email }, personLifetimeMs),
      }),
    }));
    if (typeof code !== 'string' || code === '') throw new Error('the portal answered without a code');
    return code;
  }

  async #data(path: string, credential: () => string): Promise<Record<string, unknown>> {
    const { data } = await this.#ask(path, () => ({ headers: { authorization: `Bearer ${credential()}` } }));
    if (typeof data !== 'object' || data === null) throw new Error('the portal answered no data');
    return data as Record<string, unknown>;
  }

  /** A refusal may come from different clocks: then uses the portal's clock, and repeats the call. */
  async #ask(path: string, message: () => Message): Promise<Record<string, unknown>> {
    try {
      return await this.#askOnce(path, message());
    } catch (error) {
      if (!(error instanceof PortalRefusal) || error.status !== 401 || error.portalNow === undefined)
        throw error;
      if (Math.abs(error.portalNow - this.#now() - this.#clockOffsetMs) <= clockDiffersMs) throw error;
      this.#clockOffsetMs = error.portalNow - this.#now();
      this.#polling = undefined;
      return this.#askOnce(path, message());
    }
  }

  async #askOnce(path: string, message: Message): Promise<Record<string, unknown>> {
    const headers = { accept: 'application/json', ...message.headers };
    const url = `${this.#config.portalUrl}${path}`;
    const { status, date, text } = await send(url, { ...message, headers }, deadlineMs);
    if (status !== 200) throw new PortalRefusal(status, date);
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null) throw new Error('the portal answered no object');
    return answer as Record<string, unknown>;
  }

  /** One credential serves all calls until it expires. */
  #pollingCredential(): string {
    const now = this.#now();
    if (!this.#polling || now >= this.#polling.renewAt) {
      const claims = { purpose: 'cloud', workspaceId: this.#config.workspaceId };
      this.#polling = {
        credential: this.#sign(claims, pollingLifetimeMs),
        renewAt: now + pollingLifetimeMs / 2,
      };
    }
    return this.#polling.credential;
  }

  /** `jti` makes each credential unique, even two of one millisecond: the portal accepts a person's credential once. */
  #sign(claims: object, lifetimeMs: number): string {
    const exp = this.#now() + this.#clockOffsetMs + lifetimeMs;
    const payload = Buffer.from(JSON.stringify({ ...claims, jti: randomUUID(), exp })).toString('base64url');
    return `${payload}.${createHmac('sha256', this.#config.signInKey).update(payload).digest('base64url')}`;
  }
}
