import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy in front of a provider of the sandbox that can be switched off separately, where the sandbox has one switch for
 * several.
 */
export interface ProviderSwitch {
  url: string;
  /** Sets the origin of the answers; call it before any request. */
  connect(providerUrl: string): void;
  isDown: boolean;
  /** The statuses of the next answers, one each, without reaching the provider. */
  refusals: number[];
  /** The number of requests so far. */
  requests: number;
  close(): void;
}

export async function providerSwitch(): Promise<ProviderSwitch> {
  let provider = '';
  const server = createServer(async (request, response) => {
    state.requests += 1;
    if (state.isDown) {
      response.writeHead(503).end();
      return;
    }
    const refusal = state.refusals.shift();
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const answer = await fetch(provider + (request.url ?? ''), {
      ...(request.method !== undefined && { method: request.method }),
      headers: { 'Content-Type': request.headers['content-type'] ?? 'application/json' },
      ...(hasBody && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: ProviderSwitch = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connect(providerUrl) {
      provider = providerUrl;
    },
    isDown: false,
    refusals: [],
    requests: 0,
    close: () => void server.close(),
  };
  return state;
}
