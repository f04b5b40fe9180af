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
    client.on('data', (chunk) => runAfter(latencyMs, () => upstream.write(chunk)));
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

/** Runs a function after a time in ms, to a fraction of one: the timer's lateness would count as the page's. */
function runAfter(ms: number, run: () => void): void {
  const dueAt = performance.now() + ms;
  const runOnceDue = () => void (performance.now() < dueAt ? setImmediate(runOnceDue) : run());
  setTimeout(runOnceDue, Math.max(0, ms - TIMER_ERROR_MS));
}
