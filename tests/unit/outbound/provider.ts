import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider on a real socket that returns the listed answers in order; the last one repeats. */
export class Provider implements AsyncDisposable {
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] =
    [];
  readonly waits: number[] = [];
  /** Offset of the clock from real time, set by the test. */
  aheadMs = 0;
  answers: Answer[];
  readonly #server;

  private constructor(answers: Answer[]) {
    this.answers = answers;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const { method = '', url: path = '', headers } = request;
        this.requests.push({ method, path, headers, body });
        const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
        answer?.(request, response);
      });
    });
  }

  static async start(...answers: Answer[]): Promise<Provider> {
    const provider = new Provider(answers);
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A client whose waits between attempts pass only on this clock. */
  client(cacheEntries = 10) {
    return createOutbound({
      fetch: (...request) => fetch(...request),
      clock: { now: () => Date.now() + this.aheadMs },
      cache: memoryCache(cacheEntries),
      random: () => 0.5,
      wait: async (durationMs) => {
        this.waits.push(durationMs);
        this.aheadMs += durationMs;
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
export const hangUp: Answer = (_request, response) => void response.destroy();
export const neverEnd: Answer = () => undefined;
export const breakOffHalfway: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"half":');
  setTimeout(() => response.destroy(), 10);
};
