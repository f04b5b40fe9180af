import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPortal } from './portal-client.ts';
import { bodyOf, workspaceOptions } from './workspace-client.ts';

const ANSWER_WITHIN_MS = 60_000;

/** `run` and `held` are accepted; of an unanswered one its sender knows nothing, as after a 504. */
type SentOutcome = 'run' | 'held' | 'refused' | 'unanswered';

/** One webhook as its sender saw it. Instants are UTC ms of this machine. */
export interface SentWebhook {
  path: string;
  /** Counts up within its path. */
  number: number;
  outcome: SentOutcome;
  /** Status of the answer, with the code of a refusal; null without one. */
  answer: string | null;
  answeredAt: number;
  /** From sending to the end of the answer, ms. */
  tookMs: number;
}

/** Posts numbered webhooks to the counting flow of a workspace: on each path one after another, all paths at once. */
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

  start(): void {
    const { paths, perSecond } = this.#settings;
    this.#isSending = true;
    this.#loops = Array.from({ length: paths }, (_, index) => this.#sendTo(index, 1_000 / perSecond));
  }

  /** Resolves once everything sent was answered; `start` goes on with the next numbers. */
  async pause(): Promise<void> {
    this.#isSending = false;
    await Promise.all(this.#loops);
  }

  async stop(): Promise<void> {
    await this.pause();
    this.#agent.destroy();
  }

  /** @returns how many there are of each answer, for people. */
  answers(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { answer } of this.sent) counts[answer ?? 'none'] = (counts[answer ?? 'none'] ?? 0) + 1;
    return counts;
  }

  /** @returns how many webhooks ended so. */
  count(outcome: SentOutcome): number {
    return this.sent.filter((webhook) => webhook.outcome === outcome).length;
  }

  /** @param intervalMs between two webhooks of all paths together. */
  async #sendTo(index: number, intervalMs: number): Promise<void> {
    const path = `/webhook/counted/path-${index}`;
    const { paths } = this.#settings;
    for (let dueAt = performance.now() + index * intervalMs; this.#isSending; dueAt += paths * intervalMs) {
      await sleep(Math.max(0, dueAt - performance.now()));
      // What an outage kept from being sent is not made up for.
      dueAt = Math.max(dueAt, performance.now() - paths * intervalMs);
      const number = (this.#numbers.get(path) ?? 0) + 1;
      this.#numbers.set(path, number);
      const sentAt = performance.now();
      const answer = await this.#post(path, number);
      const tookMs = performance.now() - sentAt;
      const outcome = outcomeOf(answer);
      this.sent.push({ path, number, outcome, answer, answeredAt: Date.now(), tookMs });
    }
  }

  /** @returns the status, with the code of a refusal; null without an answer. */
  async #post(path: string, number: number): Promise<string | null> {
    const { portal, workspace } = this.#settings;
    const { headers, ...options } = workspaceOptions(portal, workspace, path);
    const body = JSON.stringify({ number });
    const own = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    const call = request({
      ...options,
      ...{ method: 'POST', agent: this.#agent, timeout: ANSWER_WITHIN_MS },
      headers: { ...headers, ...own, 'X-Number': String(number) },
    });
    call.on('timeout', () => call.destroy());
    try {
      const answered = once(call, 'response') as Promise<[IncomingMessage]>;
      call.end(body);
      const [answer] = await answered;
      const text = (await bodyOf(answer)).toString();
      const code = /"code":"(\w+)"/.exec(text)?.[1];
      return [answer.statusCode, code].filter((part) => part !== undefined).join(' ');
    } catch {
      // Refused, reset or cut off: its sender knows nothing of it.
      return null;
    }
  }
}

function outcomeOf(answer: string | null): SentOutcome {
  if (answer === null || answer.startsWith('504')) return 'unanswered';
  if (answer === '202') return 'held';
  return answer === '200' ? 'run' : 'refused';
}
