import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names the kind of a call: `PATCH statefulsets`, or `GET /weft/export` for a call to a workspace's process. */
function kindOf({ method, url = '' }: IncomingMessage): string {
  const { pathname } = new URL(url, 'http://localhost');
  const plural = /\/namespaces\/[^/]+\/([a-z]+)/.exec(pathname)?.[1];
  return `${method} ${plural ?? pathname.replace(/^\/ingress\/[^/]+/, '')}`;
}

/**
 * Stands between the objects and their cluster. The first call of each kind loses its answer: the cluster has done what was
 * asked, and the caller is killed before it learns that.
 */
export class CallWatch {
  /** Kinds of calls whose caller was killed between effect and answer. */
  readonly cut = new Set<string>();
  readonly #target: string;
  readonly #server: Server;
  #kill: (() => Promise<void>) | undefined;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      this.#forward(request).then(
        async (answer) => {
          const body = Buffer.from(await answer.arrayBuffer());
          await this.#cutOff(kindOf(request));
          if (response.destroyed) return;
          const type = answer.headers.get('content-type');
          response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(body);
        },
        // The cluster's own failures reach the caller as a broken connection.
        () => response.destroy(),
      );
    });
  }

  static async start(target: string): Promise<CallWatch> {
    const watch = new CallWatch(target);
    watch.#server.listen(0, '127.0.0.1');
    await once(watch.#server, 'listening');
    return watch;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on, `kill` ends the caller of the first call of each kind; undefined ends no one. */
  cutWith(kill: (() => Promise<void>) | undefined): void {
    this.#kill = kill;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #cutOff(kind: string): Promise<void> {
    const kill = this.#kill;
    if (!kill || this.cut.has(kind)) return;
    this.cut.add(kind);
    await kill();
  }

  async #forward(request: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return fetch(this.#target + request.url, {
      method: request.method ?? 'GET',
      headers: endToEnd(request.headers),
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
  }
}

/** Headers without those of this connection. */
function endToEnd({ host, connection, ...headers }: IncomingHttpHeaders): Record<string, string> {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = headers;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
}
