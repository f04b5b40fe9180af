import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections (Linux: from 32,768), which would take a port between its choice and its use. */
const PORTS = { from: 20_000, below: 32_000 };
const MAX_ATTEMPTS = 100;

/** @returns whether nothing listens on the port of the loopback interface. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** @returns a free port of the loopback interface, for a process that starts later. @throws Error if it finds none. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port from ${PORTS.from} to ${PORTS.below} is free.`);
}
