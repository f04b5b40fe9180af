import { builtRoutes, type Declaration } from './built-routes.ts';
import type { Calls } from './call.ts';
import { isChange, operations, routeOf } from './declared-calls.ts';
import { methodsAt } from './described.ts';

/** A handler of requests: a loader or action of a page, or a call of the API. */
export interface Handler {
  name: string;
  /** For a page, its route's id. */
  id: string;
  what: 'loader' | 'action';
  /** As in docs/permissions.md. */
  route: string;
  isPage: boolean;
  isApi: boolean;
  /** Undefined for a handler without a declared admission. */
  admission: Declaration | undefined;
}

const ofRoutes = Object.entries(builtRoutes).flatMap(([id, route]) =>
  (['loader', 'action'] as const).flatMap((what): Handler[] => {
    const handler = route.module[what];
    if (!handler) return [];
    const isPage = route.module.default !== undefined;
    const admission = handler.admission;
    return [
      { name: `${id} ${what}`, id, what, route: `/${route.path ?? ''}`, isPage, isApi: false, admission },
    ];
  }),
);

const ofCalls = operations.map(
  (operation): Handler => ({
    name: `api ${operation.id}`,
    id: operation.id,
    what: isChange(operation) ? 'action' : 'loader',
    route: routeOf(operation.path),
    isPage: false,
    isApi: true,
    admission: operation.who,
  }),
);

// Imported by URL, like the declared calls.
const worker = (await import(new URL('../../workers/live-status.ts', import.meta.url).href)) as {
  liveStatus: { admission: Declaration };
};

/** What the Worker answers itself to people. A request without an upgrade to a WebSocket gets as far as the admission. */
const ofWorker: readonly Handler[] = [
  {
    name: 'worker liveStatus',
    id: 'liveStatus',
    what: 'loader',
    route: '/api/instance/live',
    isPage: false,
    isApi: true,
    admission: worker.liveStatus.admission,
  },
];

/** A request that the router refuses before any call's admission. */
const other = (name: string, what: Handler['what'], route: string): Handler => ({
  name,
  id: name,
  what,
  route,
  isPage: false,
  isApi: true,
  admission: { kind: 'anyone', admit: async () => null },
});

/** Each address of the API, with a method that it does not accept. */
const otherMethods = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  path: `/api${path.replace(/\{\w+\}/g, 'none')}`,
  method: ['POST', 'PUT', 'GET'].find((method) => !methodsAt(path).includes(method)) ?? 'DELETE',
  handler: other(`api other method ${path}`, 'action', routeOf(path)),
}));

/** Every loader and action of the built application, every declared call of the API, and the Worker's own for people. */
export const handlers: readonly Handler[] = [
  ...ofRoutes,
  ...ofCalls,
  ...ofWorker,
  ...otherMethods.map(({ handler }) => handler),
  ...(['loader', 'action'] as const).map((what) => other(`api unknown call ${what}`, what, '/api/*')),
];

/** The refusals of methods that an address of the API does not accept. */
export const otherMethodCalls: Calls = Object.fromEntries(
  otherMethods.map(({ path, method, handler }) => [
    handler.name,
    [{ path, method, admitted: '405 method_not_allowed' }],
  ]),
);
