import type { OutgoingHttpHeaders } from 'node:http';
import type { Html } from './html.ts';

/** An answer as a value. A body of several chunks is streamed, so a large body is never held in memory whole. */
export type Reply = {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | Iterable<string>;
};

// Mails in the inbox may refer to images anywhere; no script runs on these pages, and nothing posts elsewhere.
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'; form-action 'self'; base-uri 'none'";

/** A JSON answer. */
export function jsonReply(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** An HTML page, never cached, since its data change. */
export function pageReply(status: number, document: Html, headers: OutgoingHttpHeaders = {}): Reply {
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

/** Redirects a browser with GET, as after a form. */
export function seeOther(location: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status: 303, headers: { location, ...headers } };
}
