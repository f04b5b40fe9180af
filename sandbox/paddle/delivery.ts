import { signatureHeader } from './signature.ts';
import type { EventRecord, PaddleState } from './state.ts';

/** Retry intervals of webhooks. Paddle spreads 60 attempts over three days, which is too long here. */
export type DeliveryTimings = {
  firstRetryMs: number;
  /** Each interval doubles up to this. */
  maxRetryMs: number;
  /** A later answer counts as no answer. */
  answerTimeoutMs: number;
};

const maxAttempts = 60;
const maxAtOnce = 8;

type Settings = {
  state: PaddleState;
  url: string;
  secret: string;
  timings: DeliveryTimings;
  note: (sentence: string) => void;
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Delivers events to the seller's webhook in the background: each event separately until a 2xx, so later events can
 * overtake a delayed one. Undelivered events are on disk and continue after a restart.
 */
export class Delivery {
  readonly #settings: Settings;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: string[] = [];
  readonly #closing = new AbortController();

  constructor(settings: Settings) {
    this.#settings = settings;
    const { state } = settings;
    state.onEvent((record) => this.#schedule(record));
    for (const record of state.events.all()) if (record.delivery.status === 'pending') this.#schedule(record);
  }

  /** Sends an event again, whatever its state, without retries. Returns the status, or the reason why there is none. */
  async sendAgain(id: string): Promise<string> {
    const record = this.#settings.state.events.get(id);
    if (!record) throw new Error(`there is no event ${id}`);
    return this.#send(record);
  }

  /** Stops; aborts running deliveries, which count as not delivered. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting.length = 0;
    await Promise.all(this.#running);
  }

  #schedule({ id, delivery }: EventRecord): void {
    if (this.#closing.signal.aborted) return;
    const waitMs = Math.max(0, delivery.nextAttemptAt - this.#settings.state.now());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#waiting.push(id);
      this.#startWaiting();
    }, waitMs);
    this.#timers.add(timer);
  }

  #startWaiting(): void {
    while (this.#running.size < maxAtOnce && !this.#closing.signal.aborted) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      const attempt = this.#attempt(id).finally(() => {
        this.#running.delete(attempt);
        this.#startWaiting();
      });
      this.#running.add(attempt);
    }
  }

  async #attempt(id: string): Promise<void> {
    const { state, timings, note } = this.#settings;
    const record = state.events.get(id);
    if (!record) return;
    const answer = await this.#send(record);
    // After a restart the event is unchanged: an interrupted attempt does not count.
    if (this.#closing.signal.aborted) return;
    const attempts = record.delivery.attempts + 1;
    const isDelivered = /^2\d\d$/.test(answer);
    const status = isDelivered ? 'delivered' : attempts >= maxAttempts ? 'given-up' : 'pending';
    const waitMs = Math.min(timings.firstRetryMs * 2 ** (attempts - 1), timings.maxRetryMs);
    const saved = state.events.put({
      ...record,
      delivery: { status, attempts, nextAttemptAt: state.now() + waitMs },
    });
    if (attempts === 1 && !isDelivered)
      note(`Paddle could not deliver ${record.event.event_type}: ${answer}. It goes on trying.`);
    if (status === 'pending') this.#schedule(saved);
  }

  async #send({ event }: EventRecord): Promise<string> {
    const { state, url, secret, timings } = this.#settings;
    const body = JSON.stringify(event);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Paddle',
          'paddle-signature': signatureHeader(body, secret, state.now()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timings.answerTimeoutMs)]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return reasonOf(error);
    }
  }
}
