import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import type { HoldAnswer, HoldRequest, LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Env } from '#workers/env.ts';
import { proxyToWorkspace } from '#workers/gateway/gateway.ts';
import { workspaceIdOf } from '#workers/gateway/workspace-address.ts';
import { insertAccount } from './account.ts';
import { addressOf } from './fetched.ts';
import { factsOf } from './workspace.ts';

/** The gateway's mark on answers of the process. */
export const PASSED = { 'Weft-Gate': 'passed' };
export const HELD: HoldAnswer = { kind: 'held', retryAfterSeconds: 5, isDown: false };
/** The part of a view that the gateway reads. */
export const ONLINE = { status: InstanceStatus.Online, notice: null } as InstanceView;

/** The gateway in front of a workspace whose cluster and object answer by script. The caller restores mocks after each test. */
export class ScriptedGateway {
  readonly facts: InstanceFacts = factsOf();
  /** The answer to each request that reaches the cluster. */
  answer: () => Response = () => new Response(null, { headers: PASSED });
  /** The object's answer to each webhook. */
  decide: (request: HoldRequest) => HoldAnswer = () => HELD;
  /** The state that the object reports. */
  view: InstanceView | null = ONLINE;
  /** Whether reports about answers reach the object. */
  isObjectUp = true;
  readonly reports: Array<readonly LearntAnswer[]> = [];
  readonly signals: string[] = [];
  /** How far the clock is ahead of the machine's. */
  passedMs = 0;
  readonly #executions: ExecutionContext[] = [];

  static async start(): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway();
    await insertAccount(gateway.facts);
    // Afterwards, background work waits for nothing but timers.
    await workspaceIdOf(env as unknown as Env, gateway.facts.name);
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      const [sent] = call;
      const ingress = `${env.SANDBOX_URL}/ingress/ws-${gateway.facts.name}`;
      if (!addressOf(sent).startsWith(ingress)) return fetch(...call);
      if (sent instanceof Request) void sent.body?.cancel();
      return gateway.answer();
    });
    vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + gateway.passedMs);
    return gateway;
  }

  /** An environment with the scripted object. */
  #withObject(): Env {
    const stub = {
      hold: async (request: HoldRequest) => {
        this.signals.push(request.signal);
        return this.decide(request);
      },
      reportUnreachable: async () => this.view,
      learnAnswers: async (answers: readonly LearntAnswer[]) => {
        if (!this.isObjectUp) throw new Error('The object is down.');
        this.reports.push(answers);
      },
    };
    const objects = { idFromName: (name: string) => name, get: () => stub };
    return new Proxy(env as unknown as Env, {
      get: (target, name) => (name === 'WORKSPACE' ? objects : Reflect.get(target, name)),
    });
  }

  urlOf(path: string): string {
    return `http://${this.facts.name}.localhost:8787${path}`;
  }

  /** Passes a request to the gateway. */
  async passUnread(request: Request): Promise<Response> {
    const execution = createExecutionContext();
    this.#executions.push(execution);
    return await proxyToWorkspace(request, this.#withObject(), execution, this.facts.name);
  }

  /** Passes a request to the gateway. @returns its answer, once its body was read. */
  async pass(request: Request): Promise<Response> {
    const answered = await this.passUnread(request);
    const isNull = answered.body === null;
    // The gateway learns a path's answer when the response ends.
    return new Response(isNull ? null : await answered.text(), answered);
  }

  /** Resolves once all background work has finished. */
  async settle(): Promise<void> {
    for (const execution of this.#executions.splice(0)) await waitOnExecutionContext(execution);
  }

  /** Sends a webhook. @returns its answer, after all background work has finished. */
  async send(path = '/webhook/a', method = 'POST'): Promise<Response> {
    const answered = await this.pass(this.request(path, method));
    await this.settle();
    return answered;
  }

  request(path: string, method = 'POST'): Request {
    const body = method === 'GET' ? null : '{}';
    const headers = { Accept: '*/*', ...(body && { 'Content-Length': String(body.length) }) };
    return new Request(this.urlOf(path), { method, body, headers });
  }
}

/** @returns a script of an answer with its length. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  () =>
    new Response(body || null, { status, headers: { ...headers, 'Content-Length': String(body.length) } });
