import { json } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';

/** Webhooks as users' workflows offer them: open to anyone, and one of them means harm to the portal beside it. */
export function webhookRoutes(): Route[] {
  return [
    {
      method: '*',
      path: '/webhook/echo',
      handle: async (request) =>
        json(200, {
          method: request.method,
          path: request.url.pathname,
          query: Object.fromEntries(request.url.searchParams),
          headers: request.headers,
          body: await request.text(),
        }),
    },
    {
      method: 'GET',
      path: '/webhook/hostile',
      handle: () =>
        json(
          200,
          { message: 'tried to plant cookies' },
          {
            'set-cookie': [
              'token=evil; Domain=localhost; Path=/',
              '__Host-token=evil; Path=/; Secure',
              'mine=1; Path=/',
            ],
          },
        ),
    },
  ];
}
