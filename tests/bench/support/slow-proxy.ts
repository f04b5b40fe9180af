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
    let sent = Promise.resolve();
    client.on('data', (chunk) => {
      const due = waitUntil(performance.now() + latencyMs);
      // In order.
      sent = sent.then(() => due).then(() => void upstream.write(chunk));
    });
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

/** A timer of Node is up to this late, ms. */
const TIMER_ERROR_MS = 2;

/** Waits until an instant of `performance.now()`, to a fraction of a millisecond: the timer's lateness would count as the page's. */
function waitUntil(dueAt: number): Promise<void> {
  return new Promise((resolve) => {
    const resolveOnceDue = () => void (performance.now() < dueAt ? setImmediate(resolveOnceDue) : resolve());
    setTimeout(resolveOnceDue, Math.max(0, dueAt - performance.now() - TIMER_ERROR_MS));
  });
}
