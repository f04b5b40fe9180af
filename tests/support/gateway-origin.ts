import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { proxyRequest, proxyUpgrade } from '#sandbox/cluster/ingress.ts';
import { acceptPush } from '#sandbox/runtime/websocket.ts';
import { sandboxCluster } from '#scripts/local/sandbox-cluster.ts';
import { startTestStack } from './test-stack.ts';

/** Any name: with one cluster, the gateway calls its ingress without reading the workspace. */
export const WORKSPACE = 'somebody';

export interface GatewayToOrigin {
  portalUrl: string;
  /** Sets the listener that answers each forwarded request from now on. */
  onRequest(listener: RequestListener): void;
  stop(): Promise<void>;
}

/**
 * The real gateway in front of the test's own server, behind the sandbox's ingress: for answers that no workspace gives by
 * itself. WebSockets to `/rest/push` echo.
 */
export async function startGatewayToOrigin(
  variables: Readonly<Record<string, string>> = {},
): Promise<GatewayToOrigin> {
  let answer: RequestListener = (_request, response) => void response.writeHead(500).end();
  const origin = createServer((request, response) => {
    // As each answer to a webhook that passed the gate.
    response.setHeader('Weft-Gate', 'passed');
    return answer(request, response);
  });
  origin.on('upgrade', acceptPush);
  const originPort = await listen(origin);

  const resolve = () => ({ kind: 'ready' as const, port: originPort });
  const ingress = createServer((request, response) => proxyRequest(request, response, resolve));
  const sockets = new Set<Duplex>();
  ingress.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    proxyUpgrade(request, socket, head, resolve);
  });
  const ingressUrl = `http://127.0.0.1:${await listen(ingress)}`;

  const stack = await startTestStack({
    hasCron: false,
    variables: { CLUSTERS: JSON.stringify([sandboxCluster(ingressUrl)]), ...variables },
  });
  return {
    portalUrl: stack.portalUrl,
    onRequest(listener) {
      answer = listener;
    },
    async stop() {
      await stack.stop();
      for (const socket of sockets) socket.destroy();
      for (const server of [ingress, origin]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
