import { LIVE_CONNECTION_LIFETIME_MS } from '#app/domain/access/session.ts';
import type { BackupMessage } from '#app/domain/backup/backup.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';

/** More than the tabs that one account has open; the oldest makes room. */
const MAX_SOCKETS = 100;

/** Longer than a request takes from the reading of its session to here. */
const CLOSED_FOR_MS = 2 * SECOND_MS;

/** What the Worker says of who listens; no browser's header of that name gets here. */
export const liveHeaders = { listeners: 'X-Weft-Listeners', endsAt: 'X-Weft-Ends-At' };

/**
 * Whoever watches this workspace's status. The sockets hibernate: the object sleeps while nothing changes, and a ping
 * is answered without waking it.
 */
export function liveSockets(ctx: DurableObjectState) {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  /** Until when a listener is not let in, whose session ended while it was on its way here. */
  const closedUntil = new Map<string, number>();
  return {
    /** Takes a WebSocket in and tells it the present status at once. @returns 409 for one whose session just ended. */
    accept({ headers }: Request, view: InstanceView | null): Response {
      const now = systemClock.now();
      const listeners = headers.get(liveHeaders.listeners)?.split(' ') ?? [];
      const sessionEndsAt = Number(headers.get(liveHeaders.endsAt) ?? Number.POSITIVE_INFINITY);
      if (listeners.some((listener) => now < (closedUntil.get(listener) ?? 0))) {
        return new Response(null, { status: 409 });
      }
      const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
      const sockets = ctx.getWebSockets();
      if (sockets.length >= MAX_SOCKETS) sockets[0]?.close(1008, 'too many connections');
      ctx.acceptWebSocket(server, listeners);
      server.serializeAttachment(Math.min(sessionEndsAt, now + LIVE_CONNECTION_LIFETIME_MS));
      if (view) server.send(JSON.stringify(view));
      return new Response(null, { status: 101, webSocket: client });
    },

    /** Ends what a listener hears, at once. */
    close(listener: string): void {
      const now = systemClock.now();
      for (const [other, until] of closedUntil) if (until <= now) closedUntil.delete(other);
      closedUntil.set(listener, now + CLOSED_FOR_MS);
      for (const socket of ctx.getWebSockets(listener)) socket.close(1008, 'session ended');
    },

    /** @returns whether a socket is open whose time is not over. */
    isWatched: (): boolean => ctx.getWebSockets().some((socket) => !isOver(socket)),

    push(news: InstanceView | BackupMessage): void {
      const message = JSON.stringify(news);
      for (const socket of ctx.getWebSockets()) {
        try {
          if (isOver(socket)) socket.close(1000, 'come again');
          else socket.send(message);
        } catch {
          // It closed in between; its page asks again when it is back.
        }
      }
    },
  };
}

function isOver(socket: WebSocket): boolean {
  const endsAt: unknown = socket.deserializeAttachment();
  return typeof endsAt !== 'number' || systemClock.now() >= endsAt;
}
