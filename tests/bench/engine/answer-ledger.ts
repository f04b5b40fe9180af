/** How long a request waits for an answer before it counts as lost, ms. */
const LOST_AFTER_MS = 30_000;

/**
 * The requests sent over one connection, and their answers. An answer may arrive before the sender knows its id, since it
 * takes another path than the reply to the request.
 */
export class AnswerLedger {
  readonly name: string;
  readonly latenciesMs: number[] = [];
  /** When the connection ended by itself, and how. */
  readonly disconnects: string[] = [];
  /** Failed requests, in words. */
  readonly failures: string[] = [];
  #sent = 0;
  readonly #sentAt = new Map<string, number>();
  readonly #arrivedAt = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** @param sentAt when the request left, by `performance.now()`. */
  onSent(id: string, sentAt: number): void {
    this.#sent += 1;
    this.#sentAt.set(id, sentAt);
    this.#match(id);
  }

  onArrived(id: string): void {
    this.#arrivedAt.set(id, performance.now());
    this.#match(id);
  }

  #match(id: string): void {
    const [sentAt, arrivedAt] = [this.#sentAt.get(id), this.#arrivedAt.get(id)];
    if (sentAt === undefined || arrivedAt === undefined) return;
    this.#sentAt.delete(id);
    this.#arrivedAt.delete(id);
    this.latenciesMs.push(arrivedAt - sentAt);
  }

  /** Resolves once every answer has arrived, or the missing ones count as lost. */
  async settle(): Promise<void> {
    const endsAt = performance.now() + LOST_AFTER_MS;
    while (this.#sentAt.size > 0 && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, 100));
  }

  /** The problems, in words; empty without problems. */
  problems(): string[] {
    const lost = [...this.#sentAt.keys()].map((id) => `no answer to ${id}`);
    return [...this.disconnects, ...this.failures, ...lost].map((problem) => `${this.name}: ${problem}`);
  }

  /** One line for people. */
  summary(): string {
    const sorted = [...this.latenciesMs].sort((a, b) => a - b);
    const quantile = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const [median, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(share).toFixed(0));
    return [
      `${this.name}: ${this.#sent} sent, ${this.#sentAt.size} lost, ${this.failures.length} failed,`,
      `${this.disconnects.length} disconnects; median ${median} ms, p99 ${p99} ms, worst ${worst} ms`,
    ].join(' ');
  }
}
