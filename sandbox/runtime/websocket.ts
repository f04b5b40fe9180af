import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';

/** More than any of the editor's messages; the protocol's close code for a longer message is 1009. */
const MAX_MESSAGE_BYTES = 64 * 1024;
const UNSUPPORTED_DATA = 1003;

let started: Promise<WebSocketServer> | undefined;

/** Loads the library with the first connection: most workspaces of a test have none, and start without it. */
async function startServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({
    noServer: true,
    path: '/rest/push',
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  server.on('connection', (socket) => {
    socket.on('message', (message, isBinary) => {
      if (isBinary) socket.close(UNSUPPORTED_DATA, 'only text is understood');
      else socket.send(String(message));
    });
    // The server itself closes the connection with the protocol's code; without a listener the error would end this process.
    socket.on('error', () => {});
  });
  server.on('wsClientError', (_error, socket) => {
    socket.end(
      'HTTP/1.1 426 Upgrade Required\r\nSec-WebSocket-Version: 13\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    );
  });
  return server;
}

/** Answers the upgrade of `/rest/push`, n8n's push channel, with a WebSocket that echoes text. */
export async function acceptPush(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  started ??= startServer();
  const server = await started;
  if (!server.shouldHandle(request)) {
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  server.handleUpgrade(request, socket, head, (webSocket) => server.emit('connection', webSocket, request));
}
