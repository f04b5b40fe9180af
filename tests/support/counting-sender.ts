import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPortal } from './portal-client.ts';
import { bodyOf, workspaceOptions } from './workspace-client.ts';

const ANSWER_WITHIN_MS = 60_000;

/** `run` and `held` are accepted; an unanswered webhook may have run, as after a 504. */
type SentOutcome = 'run' | 'held' | 'refused' | 'unanswered';

/** One webhook as its sender saw it. Timestamps are UTC ms of this machine. */
export interface SentWebhook {
  path: string;
  /** Counts up within its path. */
  number: number;
  outcome: SentOutcome;
  /** Status of the answer; null without one. */
  status: number | null;
  /** `code` of a refusing answer; null without one. */
  code: string | null;
  answeredAt: number;
  /** From sending to the end of the answer, ms. */
  tookMs: number;
}

/** Posts numbered webhooks to the counting flow of a workspace: sequentially on each path, all paths in parallel. */
export class CountingSender {
  readonly sent: SentWebhook[] = [];
  readonly #settings: { portal: TestPortal; workspace: string; paths: number; perSecond: number };
  readonly #agent = new Agent({ keepAlive: true });
  readonly #numbers = new Map<string, number>();
  #loops: Promise<void>[] = [];
  #isSending = false;

  constructor(settings: { portal: TestPortal; workspace: string; paths: number; perSecond: number }) {
    this.#settings = settings;
  }

  /** Paths of its webhooks below `/webhook/`. */
  get paths(): string[] {
    return Array.from({ length: this.#settings.paths }, (_, index) => pathOf(index));
  }

  start(): void {
    const { paths, perSecond } = this.#settings;
    this.#isSending = true;
    this.#loops = Array.from({ length: paths }, (_, index) => this.#sendTo(index, 1_000 / perSecond));
  }

  /** Resolves once every sent webhook is answered; `start` continues with the next numbers. */
  async pause(): Promise<void> {
    this.#isSending = false;
    await Promise.all(this.#loops);
  }

  async stop(): Promise<void> {
    await this.pause();
    this.#agent.destroy();
  }

  /** @returns the number of webhooks with this outcome. */
  count(outcome: SentOutcome): number {
    return this.sent.filter((webhook) => webhook.outcome === outcome).length;
  }

  /** @param intervalMs between two webhooks over all paths. */
  async #sendTo(index: number, intervalMs: number): Promise<void> {
    const path = `/webhook/${pathOf(index)}`;
    const { paths } = this.#settings;
    for (let dueAt = performance.now() + index * intervalMs; this.#isSending; dueAt += paths * intervalMs) {
      await sleep(Math.max(0, dueAt - performance.now()));
      // Webhooks that an outage prevented are not sent later.
      dueAt = Math.max(dueAt, performance.now() - paths * intervalMs);
      const number = (this.#numbers.get(path) ?? 0) + 1;
      this.#numbers.set(path, number);
      const sentAt = performance.now();
      const { status, code } = await this.#post(path, number);
      const tookMs = performance.now() - sentAt;
      const outcome = outcomeOf(status);
      this.sent.push({ path, number, outcome, status, code, answeredAt: Date.now(), tookMs });
    }
  }

  #post(path: string, number: number): Promise<Pick<SentWebhook, 'status' | 'code'>> {
    const { portal, workspace } = this.#settings;
    const { headers, ...options } = workspaceOptions(portal, workspace, path);
    const body = JSON.stringify({ number });
    const own = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    return new Promise((resolve) => {
      const call = request({
        ...options,
        ...{ method: 'POST', agent: this.#agent, timeout: ANSWER_WITHIN_MS },
        headers: { ...headers, ...own, 'X-Number': String(number) },
      });
      const unanswered = () => resolve({ status: null, code: null });
      call.on('response', (answer) => {
        bodyOf(answer).then(
          (answered) => resolve({ status: answer.statusCode ?? null, code: codeOf(answered) }),
          unanswered,
        );
      });
      call.on('timeout', () => call.destroy());
      call.on('error', unanswered);
      call.end(body);
    });
  }
}

/** A path of the counting flow, which the small runtime has for every name below `counted`. */
const pathOf = (index: number) => `counted/path-${index}`;

/** @returns the `code` of a JSON answer; null for any other. */
function codeOf(body: Buffer): string | null {
  try {
    const { code }: { code?: unknown } = JSON.parse(body.toString()) ?? {};
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

function outcomeOf(status: number | null): SentOutcome {
  if (status === null || status === 504) return 'unanswered';
  if (status === 202) return 'held';
  return status === 200 ? 'run' : 'refused';
}
