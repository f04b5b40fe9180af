import type { OutgoingHttpHeaders } from 'node:http';
import type { Html } from './html.ts';

/** An answer as a value. A body of several chunks is streamed, so a large one is never held in memory whole. */
export type Reply = {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | Iterable<string>;
};

// Mails shown in the inbox may point at images anywhere; nothing on these pages runs a script or posts elsewhere.
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'; form-action 'self'; base-uri 'none'";

/** A JSON answer. */
export function json(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** An HTML page, never cached: what it shows changes under it. */
export function page(status: number, document: Html, headers: OutgoingHttpHeaders = {}): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy,
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: document.text,
  };
}

/** A plain-text answer. */
export function text(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** Sends a browser on with GET, as after a form. */
export function seeOther(location: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status: 303, headers: { location, ...headers } };
}
