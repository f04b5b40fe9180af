import { LIVE_CONNECTION_LIFETIME_MS } from '#app/domain/access/session.ts';
import type { BackupMessage } from '#app/domain/backup/backup.ts';
import type { PaymentMessage } from '#app/domain/billing/payment.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { SECOND_MS, systemClock } from '#app/domain/time/clock.ts';

/** More than an account's open tabs; a new socket replaces the one that ends first. */
const MAX_SOCKETS = 100;

/** Longer than a request takes from the read of its session to the object. */
const CLOSED_FOR_MS = 2 * SECOND_MS;

/** Tag of the sockets whose listeners may learn of payments. */
export const BILLING_LISTENER = 'billing';

/** The Worker's headers about the listeners; the Worker drops a client's headers of these names. */
export const liveHeaders = { listeners: 'X-Weft-Listeners', endsAt: 'X-Weft-Ends-At' };

/** The live connections to this workspace's status. The sockets hibernate: the object sleeps while nothing changes. */
export function liveSockets(ctx: DurableObjectState) {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  /** The time until which a listener is refused: its session may end while its request is on its way. */
  const closedUntil = new Map<string, number>();
  function sendTo(sockets: WebSocket[], update: InstanceView | BackupMessage | PaymentMessage): void {
    const message = JSON.stringify(update);
    for (const socket of sockets) {
      try {
        if (isOver(socket)) socket.close(1000, 'come again');
        else socket.send(message);
      } catch {
        // The socket closed meanwhile; its page reconnects.
      }
    }
  }

  function makeRoom(): void {
    // A socket that was closed is listed until its client answers.
    const open = ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
    if (open.length < MAX_SOCKETS) return;
    open.toSorted((a, b) => endOf(a) - endOf(b))[0]?.close(1008, 'too many connections');
  }

  return {
    /** Accepts a WebSocket and sends the current status. @returns 409 for a session that has just ended. */
    accept({ headers }: Request, view: InstanceView | null): Response {
      const now = systemClock.now();
      const listeners = headers.get(liveHeaders.listeners)?.split(' ') ?? [];
      const sessionEndsAt = Number(headers.get(liveHeaders.endsAt) ?? Number.POSITIVE_INFINITY);
      if (listeners.some((listener) => now < (closedUntil.get(listener) ?? 0))) {
        return new Response(null, { status: 409 });
      }
      const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
      makeRoom();
      ctx.acceptWebSocket(server, listeners);
      server.serializeAttachment(Math.min(sessionEndsAt, now + LIVE_CONNECTION_LIFETIME_MS));
      if (view) server.send(JSON.stringify(view));
      return new Response(null, { status: 101, webSocket: client });
    },

    /** Closes a listener's sockets immediately. */
    close(listener: string): void {
      const now = systemClock.now();
      for (const [other, until] of closedUntil) if (until <= now) closedUntil.delete(other);
      closedUntil.set(listener, now + CLOSED_FOR_MS);
      for (const socket of ctx.getWebSockets(listener)) socket.close(1008, 'session ended');
    },

    /** @returns whether an unexpired socket is open. */
    isWatched: (): boolean => ctx.getWebSockets().some((socket) => !isOver(socket)),

    push: (update: InstanceView | BackupMessage): void => sendTo(ctx.getWebSockets(), update),

    announce: (message: PaymentMessage): void => sendTo(ctx.getWebSockets(BILLING_LISTENER), message),
  };
}

function isOver(socket: WebSocket): boolean {
  return systemClock.now() >= endOf(socket);
}

/** @returns when a socket ends, UTC ms. */
function endOf(socket: WebSocket): number {
  const endsAt: unknown = socket.deserializeAttachment();
  return typeof endsAt === 'number' ? endsAt : 0;
}
