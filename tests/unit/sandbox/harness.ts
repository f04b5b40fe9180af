import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultClusterTimings, type SandboxConfig } from '#sandbox/config.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';
import { manifests, paths, signInKey } from './manifests.ts';

export const clusterToken = 'cluster-token';
export const mailKey = 'mail-key';
export const clockToken = 'clock-token';
export const paddleApiKey = 'paddle-api-key';
export const paddleClientToken = 'paddle-client-token';
export const paddleWebhookSecret = 'paddle-webhook-secret-of-the-tests';

/** Variables that connect a Worker under test to the sandbox's Paddle. */
export function paddleVariables(sandboxUrl: string) {
  return {
    PADDLE_API_URL: sandboxUrl,
    PADDLE_JS_URL: `${sandboxUrl}/paddle/paddle.js`,
    PADDLE_API_KEY: paddleApiKey,
    PADDLE_CLIENT_TOKEN: paddleClientToken,
    PADDLE_WEBHOOK_SECRET: paddleWebhookSecret,
  };
}

export type WorkspaceState = {
  name: string;
  phase: string;
  detail?: string;
  pid?: number;
  ready: boolean;
  restarts: number;
  version?: string;
};

/** Repeats `attempt` until it returns a value; fails with `what` after the timeout. */
export async function eventually<T>(what: string, attempt: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + HANGS_AFTER_MS;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await sleep(20);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Timings with short waits; everything else is as in the running sandbox. */
export const quickTimings = {
  ...defaultClusterTimings,
  migrationMs: 100,
  reconcileIntervalMs: 200,
  probeUnreadyIntervalMs: 50,
  // Three failures make a process unready.
  probeReadyIntervalMs: 200,
  restartBackoffMs: 50,
  slowReadyMs: 900,
  slowAnswerMs: 200,
};

/** Like {@link quickTimings}, for Paddle's webhooks and its slow fault. */
export const quickPaddleTimings = {
  firstRetryMs: 20,
  maxRetryMs: 100,
  // Long, because on a busy machine a late response would cause a second request.
  answerTimeoutMs: 10_000,
  slowAnswerMs: 200,
};

/** A running sandbox with its own data, and the calls that tests make to it. Stops itself with `await using`. */
export class World implements AsyncDisposable {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'weft-sandbox-'));
  readonly #overrides: Partial<SandboxConfig>;
  #sandbox: Sandbox | undefined;

  constructor(overrides: Partial<SandboxConfig>) {
    this.#overrides = overrides;
  }

  static async start(overrides: Partial<SandboxConfig> = {}): Promise<World> {
    const world = new World(overrides);
    await world.boot();
    return world;
  }

  async boot(): Promise<void> {
    this.#sandbox = await startSandbox({
      port: 0,
      engine: 'small',
      dataDir: this.dataDir,
      portalUrl: 'http://127.0.0.1:9',
      clusterToken,
      mailKey,
      clockToken,
      paddleApiKey,
      paddleClientToken,
      paddleWebhookSecret,
      paddleWebhookUrl: 'http://127.0.0.1:9/webhooks/paddle',
      paddle: quickPaddleTimings,
      cluster: quickTimings,
      ...this.#overrides,
    });
  }

  async restart(): Promise<void> {
    await this.#sandbox?.close();
    await this.boot();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#sandbox?.port}`;
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.get(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  submit(path: string, fields: Record<string, string>): Promise<Response> {
    return this.get(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Calls the Kubernetes API with the right token. */
  api(method: string, path: string, init: { type?: string; body?: unknown; signal?: AbortSignal } = {}) {
    return this.get(path, {
      method,
      headers: {
        authorization: `Bearer ${clusterToken}`,
        ...(init.type ? { 'content-type': init.type } : {}),
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      ...(init.signal ? { signal: init.signal } : {}),
    });
  }

  apply(path: string, body: unknown, query = 'fieldManager=weft-cloud&force=true'): Promise<Response> {
    return this.api('PATCH', `${path}?${query}`, { type: 'application/apply-patch+yaml', body });
  }

  merge(path: string, body: unknown): Promise<Response> {
    return this.api('PATCH', path, { type: 'application/merge-patch+json', body });
  }

  /** Applies all objects of a workspace. */
  async provision(workspace: string, options?: Parameters<typeof manifests>[1]): Promise<void> {
    const name = `ws-${workspace}`;
    const { secret, claim, service, statefulSet } = manifests(workspace, options);
    for (const [path, body] of [
      [paths.secret(name), secret],
      [paths.claim(name), claim],
      [paths.service(name), service],
      [paths.statefulSet(name), statefulSet],
    ] as const) {
      const response = await this.apply(path, body);
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    }
  }

  async workspace(name: string): Promise<WorkspaceState | undefined> {
    const state: { workspaces: WorkspaceState[] } = JSON.parse(await (await this.get('/state')).text());
    return state.workspaces.find((workspace) => workspace.name === name);
  }

  /** Waits until a workspace's process is ready and is not `previous`. */
  ready(name: string, previous?: number): Promise<WorkspaceState & { pid: number }> {
    return eventually(`${name} is ready`, async () => {
      const found = await this.workspace(name);
      const pid = found?.pid;
      return found?.ready && pid !== undefined && pid !== previous && { ...found, pid };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox?.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** A sign-in token as the portal signs it. */
export function signInToken(payload: Record<string, unknown> = {}, key = signInKey): string {
  const encoded = Buffer.from(
    JSON.stringify({
      jti: randomUUID(),
      exp: Date.now() + 60_000,
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      ...payload,
    }),
  ).toString('base64url');
  return `${encoded}.${createHmac('sha256', key).update(encoded).digest('base64url')}`;
}
