import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyError, readBytes, readText } from './body.ts';
import { jsonReply, type Reply } from './reply.ts';

export type RouteRequest = {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  /** The value of `:name` in the route's path. A name that the path does not have is a programming error. */
  param(name: string): string;
  /** The body as text, at most the router's limit; throws BodyError 413. */
  text(): Promise<string>;
  /** The same as bytes. */
  bytes(): Promise<Buffer>;
  /** Resolves when the connection is closed, by either side. */
  untilClosed(): Promise<void>;
};

export type Route = {
  /** An HTTP method, or `*` for any. */
  method: string;
  /** Segments, `:name` for a variable one; a final `*` matches one or more segments, and its `param` is their path. */
  path: string;
  handle(request: RouteRequest): Reply | Promise<Reply>;
};

const defaultBodyLimitBytes = 1024 * 1024;

/** A route with its path's segments, split once: a request is compared with every route. */
type ParsedRoute = Route & { segments: readonly string[] };

function matchPath(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  const isOpen = pattern.at(-1) === '*' && segments.length >= pattern.length;
  const count = isOpen ? pattern.length - 1 : pattern.length;
  if (!isOpen && count !== segments.length) return undefined;
  const params: [name: string, value: string][] = [];
  for (let index = 0; index < count; index += 1) {
    const part = pattern[index] ?? '';
    const segment = segments[index] ?? '';
    if (part.startsWith(':') && segment !== '') params.push([part.slice(1), segment]);
    else if (part !== segment) return undefined;
  }
  if (isOpen) params.push(['*', segments.slice(count).join('/')]);
  return new Map(params);
}

function decodeSegments(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw new BodyError(400, 'The path is not valid percent-encoding.');
  }
}

async function answer(
  routes: readonly ParsedRoute[],
  limit: number,
  incoming: IncomingMessage,
  untilClosed: () => Promise<void>,
) {
  // Parsed against a fixed base: the caller chooses only the path and the query.
  const url = new URL(`http://127.0.0.1${incoming.url?.startsWith('/') ? incoming.url : '/'}`);
  const method = incoming.method ?? 'GET';
  const segments = decodeSegments(url.pathname);
  const matches = routes.flatMap((route) => {
    const params = matchPath(route.segments, segments);
    return params ? [{ route, params }] : [];
  });
  const wanted = method === 'HEAD' ? 'GET' : method;
  const match = matches.find(({ route }) => route.method === '*' || route.method === wanted);
  if (!match) {
    if (matches.length === 0) return jsonReply(404, { error: `There is nothing at ${url.pathname}.` });
    const allow = [...new Set(matches.map(({ route }) => route.method))].join(', ');
    return jsonReply(405, { error: `${method} is not possible here; try ${allow}.` }, { allow });
  }
  return match.route.handle({
    method,
    url,
    headers: incoming.headers,
    param(name) {
      const value = match.params.get(name);
      if (value === undefined) throw new Error(`the route ${match.route.path} has no :${name}`);
      return value;
    },
    text: () => readText(incoming, limit),
    bytes: () => readBytes(incoming, limit),
    untilClosed,
  });
}

async function send(reply: Reply, response: ServerResponse, withoutBody: boolean): Promise<void> {
  if (response.destroyed) return;
  const { status, headers, body } = reply;
  // With its length, as n8n sends an answer that it has whole: otherwise Node sends chunks.
  const length = typeof body === 'string' && { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  if (withoutBody || body === undefined) response.end();
  else if (typeof body === 'string') response.end(body);
  else await pipeline(Readable.from(body), response);
}

/** Turns routes into a listener for `http.createServer`; even an error thrown by a handler gets an answer. */
export function routeListener(
  routes: readonly Route[],
  { bodyLimitBytes = defaultBodyLimitBytes } = {},
): RequestListener {
  const parsed = routes.map((route) => ({ ...route, segments: route.path.split('/') }));
  return async (incoming, response) => {
    const untilClosed = async () => {
      // Not events.once, which rejects when the connection breaks with an error.
      if (!response.destroyed) await new Promise((resolve) => response.once('close', resolve));
    };
    try {
      const reply = await answer(parsed, bodyLimitBytes, incoming, untilClosed);
      await send(reply, response, incoming.method === 'HEAD');
    } catch (error) {
      if (response.destroyed) return;
      if (response.headersSent) response.destroy();
      // The rest of an oversized body is not read, so the connection cannot be reused.
      else if (error instanceof BodyError)
        await send(
          jsonReply(error.status, { error: error.message }, { connection: 'close' }),
          response,
          false,
        );
      else {
        console.error(`${incoming.method} ${incoming.url}`, error);
        await send(jsonReply(500, { error: 'The sandbox failed; its log says how.' }), response, false);
      }
    }
  };
}
