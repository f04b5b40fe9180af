import type { AppLoadContext, ServerBuild } from '@remix-run/cloudflare';
import { expect, test } from 'vitest';
import { createPageHandler } from '#workers/page-handlers.ts';

const constant = { login: 'login', security: 'account/security' };
const other = { ticket: 'help/tickets/:ticketId', everything: '*', optional: 'docs?' };

function route(id: string, path: string | undefined, index = false) {
  const parent = id === 'root' ? {} : { parentId: 'root' };
  const module = { default: () => null, loader: () => ({ dataOf: id }), action: () => ({ actionOf: id }) };
  return { id, path, index, ...parent, module };
}

const routes = Object.fromEntries(
  [
    route('root', ''),
    route('home', undefined, true),
    ...Object.entries({ ...constant, ...other }).map(([id, path]) => route(id, path)),
  ].map((one) => [one.id, one]),
);

/** Remix's build, whose pages say which routes matched and which Remix knows. */
const build = {
  routes,
  assets: { routes, entry: { imports: [], module: '' }, url: '', version: '' },
  entry: {
    module: {
      default: (
        _request: Request,
        status: number,
        _headers: Headers,
        context: {
          staticHandlerContext: { matches: Array<{ route: { id: string } }> };
          manifest: { routes: object };
        },
      ) =>
        Response.json(
          {
            matched: context.staticHandlerContext.matches.map(({ route: { id } }) => id),
            known: Object.keys(context.manifest.routes),
          },
          { status },
        ),
      handleError: () => {},
    },
  },
  future: { v3_singleFetch: false, v3_lazyRouteDiscovery: false },
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
} as unknown as ServerBuild;

const handle = createPageHandler(build);
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await handle(new Request(`http://localhost${path}`, init), {} as AppLoadContext);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test.each([
  ['/', 'home'],
  ['/login', 'login'],
  ['/login?returnPath=/account/security', 'login'],
  ['/account/security', 'security'],
])('%s is rendered with only its own route and the root', async (path, id) => {
  const { status, body } = await ask(path);
  expect([status, body]).toEqual([200, { matched: ['root', id], known: ['root', id] }]);
});

test.each([
  ['/help/tickets/1', 'ticket'],
  ['/docs', 'optional'],
  ['/LOGIN', 'login'],
  ['/login/', 'login'],
  ['/nothing/here', 'everything'],
])('%s is matched among all routes', async (path, id) => {
  const { body } = await ask(path);
  expect(body).toEqual({ matched: ['root', id], known: Object.keys(routes) });
});

test('data and actions reach the route of their address', async () => {
  expect((await ask('/login?_data=login')).body).toEqual({ dataOf: 'login' });
  expect((await ask('/login?_data=root')).body).toEqual({ dataOf: 'root' });
  expect((await ask('/login?_data=login', { method: 'POST' })).body).toEqual({ actionOf: 'login' });
});

test('data of another address’ route is refused, as Remix refuses it', async () => {
  expect((await ask('/login?_data=security')).status).toBe(403);
  expect((await ask('/login?_data=no-such-route')).status).toBe(403);
});
