import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Endpoint } from './reconcile.ts';

type Resolve = (service: string) => Endpoint;

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The service and the path behind it, unchanged: a proxy that normalizes paths breaks the applications behind it. */
function splitIngressUrl(url: string): { service: string; path: string } | undefined {
  const match = /^\/ingress\/([^/?]+)(\/[^?]*)?(\?.*)?$/.exec(url);
  if (!match) return undefined;
  const [, service = '', path = '/', query = ''] = match;
  return { service, path: path + query };
}

/** Headers as name, value, name, value (repeated Set-Cookie headers stay separate), without hop-by-hop headers. */
function endToEndHeaders(raw: readonly string[], connection: string | undefined): string[] {
  const named = new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    const lower = name.toLowerCase();
    if (!hopByHop.has(lower) && !named.has(lower)) kept.push(name, value);
  }
  return kept;
}

type Located =
  | { kind: 'found'; port: number; path: string }
  | { kind: 'refused'; status: number; message: string };

function locate(url: string, resolve: Resolve): Located {
  const target = splitIngressUrl(url);
  if (!target) return { kind: 'refused', status: 404, message: 'no service is named in the path' };
  const { service, path } = target;
  const endpoint = resolve(service);
  if (endpoint.kind === 'unknown')
    // As for a service without endpoints: a router's 404 would look like an answer of the workspace.
    return { kind: 'refused', status: 503, message: `service "${service}" not found` };
  if (endpoint.kind === 'unavailable')
    return { kind: 'refused', status: 503, message: `no endpoints available for service "${service}"` };
  return { kind: 'found', port: endpoint.port, path };
}

/** Proxies one request to the process behind a Service, and streams the answer back. */
export function proxyRequest(incoming: IncomingMessage, response: ServerResponse, resolve: Resolve): void {
  const target = locate(incoming.url ?? '', resolve);
  if (target.kind === 'refused') {
    response.writeHead(target.status, { 'content-type': 'text/plain; charset=utf-8' }).end(target.message);
    return;
  }
  const headers = endToEndHeaders(incoming.rawHeaders, incoming.headers.connection);
  // Framing belongs to each hop: a body of unknown length must be chunked again, whatever the method.
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  const upstream = httpRequest(
    {
      host: '127.0.0.1',
      port: target.port,
      method: incoming.method,
      path: target.path,
      headers,
      agent: false,
    },
    (answer) => {
      const answerHeaders = endToEndHeaders(answer.rawHeaders, answer.headers.connection);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answerHeaders);
      // Before the first byte of the body, which may come much later.
      response.flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  upstream.on('error', () => {
    // Once the answer has begun, only a broken connection can signal that its rest is missing.
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end('the workspace closed the connection');
  });
  response.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Proxies an upgrade (WebSocket) to the process behind a Service: the request unchanged, then bytes in both directions. */
export function proxyUpgrade(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  resolve: Resolve,
): void {
  const target = locate(incoming.url ?? '', resolve);
  if (target.kind === 'refused') {
    const { status, message } = target;
    const reason = status === 404 ? 'Not Found' : 'Service Unavailable';
    const headers = `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(message)}\r\nConnection: close`;
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers}\r\n\r\n${message}`);
    return;
  }
  const upstream = connect(target.port, '127.0.0.1', () => {
    const lines = [`${incoming.method} ${target.path} HTTP/1.1`];
    for (let index = 0; index < incoming.rawHeaders.length; index += 2)
      lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  for (const [end, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    end.on('error', () => other.destroy());
    end.on('close', () => other.destroy());
  }
}
