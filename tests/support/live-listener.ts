import { eventually, type PortalClient } from './portal-client.ts';

/** Node's own WebSocket, which accepts the headers that a browser sends by itself. */
const Socket = WebSocket as unknown as new (
  url: URL,
  options: { headers: Record<string, string> },
) => WebSocket;

export interface Listener {
  /** The code and reason of the end; pending while the socket is open. */
  ended: Promise<{ code: number; reason: string }>;
  /** Whether a ping still gets an answer. */
  isOpen(): Promise<boolean>;
  /** Waits until the end has begun. While the object has another connection, workerd completes it ten seconds later. */
  untilEnding(): Promise<void>;
  close(): void;
}

/** Listens to the live status like a page. @param headers instead of the client's cookies. */
export async function listenLive(client: PortalClient, headers?: Record<string, string>): Promise<Listener> {
  const { portalUrl } = client.portal;
  const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new Socket(new URL('/api/instance/live', portalUrl.replace('http', 'ws')), {
    headers: headers ?? { Cookie: cookies, Origin: portalUrl, 'CF-Connecting-IP': client.address },
  });
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The live status refused the connection.')));
  });
  return {
    ended,
    async isOpen() {
      const pong = new Promise<boolean>((resolve) => {
        socket.addEventListener('message', ({ data }) => data === 'pong' && resolve(true));
      });
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send('ping');
      return Promise.race([pong, ended.then(() => false)]);
    },
    async untilEnding() {
      await eventually(async () => socket.readyState !== WebSocket.OPEN);
    },
    close: () => socket.close(),
  };
}
