import type { IncomingMessage, ServerResponse } from 'node:http';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** An error answer that a handler throws. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The handlers of one of our routes, by method; other methods get 405. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

const UNEXPECTED = 'This workspace could not complete the request.';
const MAX_DRAIN_MS = 5_000;
const NOTHING_CACHED = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/**
 * @returns a layer for n8n's Express that answers the routes, and passes everything else on.
 * @param report gets the unexpected errors of handlers.
 */
export function routesLayer(routes: Routes, report: (error: unknown) => void) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = pathOf(request);
    const methods = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!methods) {
      next();
      return;
    }
    const handler = Object.hasOwn(methods, request.method ?? '') ? methods[request.method ?? ''] : undefined;
    const answer = async () => {
      if (handler) return await handler(request, response);
      response.setHeader('Allow', Object.keys(methods).join(', '));
      throw new Refusal(405, 'Method not allowed.');
    };
    answer().catch((error: unknown) => {
      const isExpected = error instanceof Refusal;
      if (!isExpected) report(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, isExpected ? error : new Refusal(500, UNEXPECTED));
    });
  };
}

/** Discards the rest of a body, so that its sender reads the answer; closes the connection of a sender that continues. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, message }: Refusal): void {
  if (!request.complete) {
    response.setHeader('Connection', 'close');
    request.resume();
    setTimeout(() => request.destroy(), MAX_DRAIN_MS).unref();
  }
  sendJson(response, status, { message });
}

/** @returns the request's path, without its query; never throws. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...NOTHING_CACHED, 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** Answers a request without its body, which it discards: the sender reads the answer only once its body is taken. */
export function sendUnread(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
): void {
  request.resume();
  sendJson(response, status, body);
}

export function sendEmpty(response: ServerResponse): void {
  response.writeHead(204, NOTHING_CACHED).end();
}

/** @param location absolute, or a path of this workspace. */
export function redirect(response: ServerResponse, status: 302 | 303, location: string): void {
  response.writeHead(status, { ...NOTHING_CACHED, Location: location }).end();
}

/**
 * Reads a whole body, up to the limit.
 * @throws Refusal 413 beyond the limit; 400 for an incomplete body.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, 'The body was cut off.');
  }
  return Buffer.concat(chunks);
}

/** @throws Refusal 400 for invalid JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

/**
 * @param ownOrigin null while it is not configured.
 * @returns whether a page of another origin sent the request. Another workspace is the same site to a browser, so SameSite
 *   alone does not stop its pages from posting here.
 */
export function isForeign({ headers }: IncomingMessage, ownOrigin: string | null): boolean {
  if (headers.origin !== undefined && headers.origin !== 'null') return headers.origin !== ownOrigin;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function tooLarge(): Refusal {
  return new Refusal(413, 'The body is too large.');
}
