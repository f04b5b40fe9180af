import { Worker } from 'node:worker_threads';
import type { TestPortal } from './portal-client.ts';

/** `run` and `held` are accepted; an unanswered webhook may have run, as after a 504. */
export type SentOutcome = 'run' | 'held' | 'refused' | 'unanswered';

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

export interface SenderSettings {
  portalUrl: string;
  workspace: string;
  paths: number;
  perSecond: number;
}

/**
 * Posts numbered webhooks to the counting flow of a workspace: sequentially on each path, all paths in parallel. In a thread
 * of its own, so that no garbage collection and no work of the test adds to the time of an answer.
 */
export class CountingSender {
  readonly sent: SentWebhook[] = [];
  readonly #paths: number;
  readonly #thread: Worker;

  constructor({
    portal,
    ...settings
  }: { portal: Pick<TestPortal, 'portalUrl'> } & Omit<SenderSettings, 'portalUrl'>) {
    const workerData: SenderSettings = { ...settings, portalUrl: portal.portalUrl };
    this.#paths = settings.paths;
    this.#thread = new Worker(new URL('./counting-sender-thread.ts', import.meta.url), { workerData });
    this.#thread.on('message', (message: SentWebhook | 'paused') => {
      if (message !== 'paused') this.sent.push(message);
    });
  }

  /** Paths of its webhooks below `/webhook/`. */
  get paths(): string[] {
    return Array.from({ length: this.#paths }, (_, index) => pathOf(index));
  }

  start(): void {
    this.#thread.postMessage('start');
  }

  /** Resolves once every sent webhook is answered; `start` continues with the next numbers. */
  async pause(): Promise<void> {
    // Messages come in order: those of the answers are read by then.
    const paused = new Promise<void>((resolve) => {
      const onMessage = (message: SentWebhook | 'paused') => {
        if (message !== 'paused') return;
        this.#thread.off('message', onMessage);
        resolve();
      };
      this.#thread.on('message', onMessage);
    });
    this.#thread.postMessage('pause');
    await paused;
  }

  async stop(): Promise<void> {
    await this.pause();
    await this.#thread.terminate();
  }

  /** @returns the number of webhooks with this outcome. */
  count(outcome: SentOutcome): number {
    return this.sent.filter((webhook) => webhook.outcome === outcome).length;
  }
}

/** A path of the counting flow, which the small runtime has for every name below `counted`. */
export const pathOf = (index: number) => `counted/path-${index}`;
