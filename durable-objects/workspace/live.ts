import type { BackupMessage } from '#app/domain/backup/backup.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { MINUTE_MS, systemClock } from '#app/domain/time/clock.ts';

/** More than the tabs that one account has open; the oldest makes room. */
const MOST_SOCKETS = 100;

/** After that a page has to come again and prove that it may still listen: its session may have ended. */
const SOCKET_LASTS_MS = 15 * MINUTE_MS;

/**
 * Whoever watches this workspace's status. The sockets hibernate: the object sleeps while nothing changes, and a ping
 * is answered without waking it.
 */
export function liveSockets(ctx: DurableObjectState) {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  return {
    /** Takes a WebSocket in and tells it the present status at once. */
    accept(view: InstanceView | null): Response {
      const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
      const sockets = ctx.getWebSockets();
      if (sockets.length >= MOST_SOCKETS) sockets[0]?.close(1008, 'too many connections');
      ctx.acceptWebSocket(server);
      server.serializeAttachment(systemClock.now());
      if (view) server.send(JSON.stringify(view));
      return new Response(null, { status: 101, webSocket: client });
    },

    push(news: InstanceView | BackupMessage): void {
      const message = JSON.stringify(news);
      for (const socket of ctx.getWebSockets()) {
        try {
          const acceptedAt: unknown = socket.deserializeAttachment();
          const isOver = typeof acceptedAt !== 'number' || systemClock.now() >= acceptedAt + SOCKET_LASTS_MS;
          if (isOver) socket.close(1000, 'come again');
          else socket.send(message);
        } catch {
          // It closed in between; its page asks again when it is back.
        }
      }
    },
  };
}
