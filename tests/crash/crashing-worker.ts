import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldList, HeldSettings } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type { HoldAnswer, HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import { type Service, startService } from '#scripts/local/service.ts';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';
import { eventually } from '../unit/sandbox/harness.ts';

const ASK_AGAIN_AFTER_MS = 30;

/** The objects in a workerd that the test kills repeatedly; callers retry until they get an answer. */
export class CrashingWorker {
  readonly #url: string;
  readonly #service: Service;
  readonly #pids: number[];
  /** The worker's error lines, for debugging a failure. */
  readonly errors: string[];

  private constructor(url: string, service: Service, pids: number[], errors: string[]) {
    this.#url = url;
    this.#service = service;
    this.#pids = pids;
    this.errors = errors;
  }

  static async start(settings: {
    port: number;
    stateDirectory: string;
    script: string;
    variables: Record<string, string>;
  }): Promise<CrashingWorker> {
    const pids: number[] = [];
    const errors: string[] = [];
    const url = `http://127.0.0.1:${settings.port}`;
    const service = await startService({
      name: 'Objects',
      command: process.execPath,
      args: ['tests/crash/host.ts'],
      env: { WEFT_CRASH_HOST: JSON.stringify(settings) },
      healthUrl: `${url}/healthz`,
      healthAnswer: 'The objects are ready.',
      show: (line) => {
        const pid = /^workerd (\d+)$/.exec(line)?.[1];
        if (pid) pids.push(Number(pid));
        else errors.push(line);
        return null;
      },
    });
    const worker = new CrashingWorker(url, service, pids, errors);
    await eventually('workerd has printed its pid', async () => pids.length > 0);
    return worker;
  }

  /** `kill -9`; resolves once the next workerd is ready. */
  async kill(): Promise<void> {
    const killed = this.#pids.at(-1);
    if (killed === undefined) throw new Error('no workerd was started');
    const count = this.#pids.length;
    process.kill(killed, 'SIGKILL');
    await eventually('workerd is there again', async () => this.#pids.length > count);
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }

  receiveFacts(facts: InstanceFacts): Promise<RpcResult<InstanceView>> {
    return this.#call(facts, 'receiveFacts', [facts]);
  }

  restart(facts: InstanceFacts): Promise<RpcResult<InstanceView>> {
    return this.#call(facts, 'restart', [facts.accountId]);
  }

  /** Not retried: a killed move may have moved the clock already. */
  async advanceClock({ workspaceId }: InstanceFacts, advanceMs: number): Promise<void> {
    await this.#askOnce(`/objects/${workspaceId}/advanceClock`, [advanceMs]).catch(() => undefined);
  }

  overview(facts: InstanceFacts): Promise<InstanceOverview | null> {
    return this.#call(facts, 'overview', [facts.accountId]);
  }

  openLink(facts: InstanceFacts): Promise<RpcResult<{ url: string }>> {
    const { accountId, ownerEmail: email } = facts;
    return this.#call(facts, 'openLink', [{ accountId, email, name: 'Ada Lovelace', role: 'owner' }]);
  }

  /** Not retried: a webhook's sender decides whether to retry. @returns null without a response. */
  async hold({ workspaceId }: InstanceFacts, request: Omit<HoldRequest, 'body'>): Promise<HoldAnswer | null> {
    const answer = await this.#askOnce(`/objects/${workspaceId}/hold`, [request]).catch(() => null);
    return answer && (JSON.parse(answer.body) as HoldAnswer);
  }

  listHeld(facts: InstanceFacts): Promise<RpcResult<HeldList>> {
    return this.#call(facts, 'listHeld', [{ accountId: facts.accountId }]);
  }

  pauseReplay(facts: InstanceFacts, paused: boolean): Promise<RpcResult<HeldSettings>> {
    return this.#call(facts, 'setHeldChoice', [{ accountId: facts.accountId, paused }]);
  }

  /** @returns the content of a key; null without one. */
  async backup(key: string): Promise<string | null> {
    const answer = await this.#ask(`/backups/${key}`);
    return answer.status === 404 ? null : answer.body;
  }

  async #call<T>({ workspaceId }: InstanceFacts, method: string, given: unknown[]): Promise<T> {
    const { body } = await this.#ask(`/objects/${workspaceId}/${method}`, given);
    return JSON.parse(body) as T;
  }

  /** Retries a call without a response, like the product's outbox: it may have taken effect or not. */
  async #ask(path: string, given?: unknown[]): Promise<{ status: number; body: string }> {
    const giveUpAt = performance.now() + HANGS_AFTER_MS;
    for (;;) {
      try {
        return await this.#askOnce(path, given);
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
        await sleep(ASK_AGAIN_AFTER_MS);
      }
    }
  }

  async #askOnce(path: string, given?: unknown[]): Promise<{ status: number; body: string }> {
    const answer = await fetch(this.#url + path, {
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
      ...(given ? { method: 'POST', body: JSON.stringify(given) } : {}),
    });
    const body = await answer.text();
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`${path}: ${answer.status} ${body}`);
    return { status: answer.status, body };
  }
}
