import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { http } from './node-http.ts';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type BoundServer = {
  port: number;
  /** Answers from now on. Call in the same turn in which {@link bind} resolves, before any request can arrive. */
  serve(onRequest: RequestListener, onUpgrade: UpgradeListener): void;
  /** Stops listening and ends every connection, including upgraded ones. */
  close(): Promise<void>;
};

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('a TCP server has an address with a port');
  return address.port;
}

/**
 * Longer than any caller keeps an idle connection. With Node's default of five seconds, which is the Worker's too, a call
 * sent while the connection is being closed is lost, and a POST is not repeated.
 */
const KEEP_ALIVE_MS = 10 * 60_000;

/** Listens only on 127.0.0.1. Port 0 takes a free port; a taken port rejects with the system's error (EADDRINUSE). */
export async function bind(port: number): Promise<BoundServer> {
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const upgraded = new Set<Duplex>();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    serve(onRequest, onUpgrade) {
      server.on('request', onRequest);
      server.on('upgrade', (request, socket, head) => {
        upgraded.add(socket);
        socket.on('close', () => upgraded.delete(socket));
        // A peer may reset the connection; without a listener, that would end this process.
        socket.on('error', () => socket.destroy());
        onUpgrade(request, socket, head);
      });
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
}
