import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import { failureAnswer } from '#app/http/failure-answer.ts';
import { urlOf } from '#app/http/url-of.ts';
import { PageData } from '#app/remix/page-data.ts';

type HandleRequest = (request: Request, context: AppLoadContext) => Promise<Response>;

const ROOT = 'root';
const READING = ['GET', 'HEAD'];
/** Remix runs a page's action for PUT, PATCH and DELETE as well, which no form of a browser sends. */
const PAGE_METHODS = [...READING, 'POST'];

type Route = NonNullable<ServerBuild['routes'][string]>;

/**
 * Remix's handler flattens, ranks and compiles all routes for each match, four times per page. So a page with a constant
 * address gets one with only its own route and the root (docs/decisions/speed.md); all others use Remix's own matching.
 * A 405 names the methods of the page (RFC 9110, 15.5.6).
 */
export function createPageHandler(build: ServerBuild): HandleRequest {
  const handlePage = createRouteHandler(build);
  const patterns = Object.values(build.routes).flatMap((route) => patternOf(route));
  const hasForm = (pathname: string) =>
    patterns.find(([address]) => address.test(pathname))?.[1].module.action;
  return async (request, context) => {
    const { method } = request;
    const answer = PAGE_METHODS.includes(method)
      ? await handlePage(request, context)
      : failureAnswer(request, new AppError('method_not_allowed'), context);
    if (answer.status === 405)
      answer.headers.set('Allow', (hasForm(urlOf(request).pathname) ? PAGE_METHODS : READING).join(', '));
    return answer;
  };
}

/** @returns the addresses of a route, with the route; none for the root, home, and the page of unknown addresses. */
function patternOf(route: Route | undefined): Array<[address: RegExp, route: Route]> {
  if (!route?.path || route.path === '*') return [];
  return [[new RegExp(`^/${route.path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'), route]];
}

function createRouteHandler(build: ServerBuild): HandleRequest {
  const handleAny = handlerOf(build);
  const routeIds = new Map(Object.values(build.routes).flatMap((route) => constantAddress(route)));
  const handlers = new Map<string, HandleRequest>();
  return (request, context) => {
    const { pathname, searchParams } = urlOf(request);
    const routeId = routeIds.get(pathname);
    if (routeId === undefined) return handleAny(request, context);
    // A request for the data of another route, which the handler of all routes refuses.
    const dataOf = searchParams.get('_data');
    if (dataOf !== null && dataOf !== routeId && dataOf !== ROOT) return handleAny(request, context);
    const handle = handlers.get(routeId) ?? handlerOf(narrow(build, routeId));
    handlers.set(routeId, handle);
    return handle(request, context);
  };
}

function handlerOf(build: ServerBuild): HandleRequest {
  const handle = createRequestHandler(build, 'production');
  return async (request, context) => {
    const answer: Response | PageData = await handle(request, context);
    // A route without a page answers with only data.
    return answer instanceof PageData ? answer.toResponse() : answer;
  };
}

/** @returns an empty list for a nested route, and for a path with a parameter, an optional segment or a splat. */
function constantAddress(route: ServerBuild['routes'][string]): [address: string, routeId: string][] {
  if (route?.parentId !== ROOT) return [];
  if (route.index) return [['/', route.id]];
  return route.path !== undefined && /^[\w/-]+$/.test(route.path) ? [[`/${route.path}`, route.id]] : [];
}

/** The server reads only the page's routes; the manifest with all routes is a separate file for the browser. */
function narrow(build: ServerBuild, routeId: string): ServerBuild {
  const isNeeded = ([id]: [string, unknown]) => id === ROOT || id === routeId;
  const pick = <Part>(parts: Record<string, Part>) =>
    Object.fromEntries(Object.entries(parts).filter(isNeeded));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
