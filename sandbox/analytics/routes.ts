import { readFileSync } from 'node:fs';
import { parseJson } from '#sandbox/server/body.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';

interface CollectedEvent {
  /** UTC ms. */
  at: number;
  /** The request's data other than its body, which an honest counter never receives. */
  referrer: string | null;
  cookies: string | null;
  body: unknown;
}

/** Events in memory; older ones are dropped, and all are lost when the sandbox ends. */
const KEPT_EVENTS = 1_000;

/** A collector of page events, and a tag manager's script that only reports that it was loaded. */
export function analyticsRoutes({ now }: { now: () => number }): Route[] {
  const events: CollectedEvent[] = [];
  const tagManager = readFileSync(new URL('./browser/tag-manager.js', import.meta.url), 'utf8');
  return [
    {
      method: 'POST',
      path: '/analytics/events',
      async handle(request): Promise<Reply> {
        const body = parseJson(await request.text());
        const { referer, cookie } = request.headers;
        events.push({ at: now(), referrer: referer ?? null, cookies: cookie ?? null, body });
        events.splice(0, events.length - KEPT_EVENTS);
        return { status: 204 };
      },
    },
    { method: 'GET', path: '/analytics/events', handle: () => jsonReply(200, events) },
    {
      method: 'GET',
      path: '/analytics/tag-manager.js',
      handle: () => ({
        status: 200,
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          // The portal is another origin.
          'cross-origin-resource-policy': 'cross-origin',
        },
        body: tagManager,
      }),
    },
  ];
}
