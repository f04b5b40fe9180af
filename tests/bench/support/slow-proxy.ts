import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A connection to a server that is far away. */
export interface SlowProxy {
  url: string;
  /** Sets the server, by its port on this machine. */
  connectTo(port: number): void;
  /** Sets the delay of each request, ms. */
  setLatency(ms: number): void;
  stop(): Promise<void>;
}

/** Forwards TCP connections; delays the client's bytes, but not the server's. */
export async function startSlowProxy(): Promise<SlowProxy> {
  let latencyMs = 0;
  let port = 0;
  const server: Server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    client.on('data', (chunk) => setTimeout(() => upstream.write(chunk), latencyMs));
    client.on('close', () => upstream.destroy());
    client.on('error', () => upstream.destroy());
    upstream.pipe(client);
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectTo: (named) => {
      port = named;
    },
    setLatency: (ms) => {
      latencyMs = ms;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
