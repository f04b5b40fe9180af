import type { TypedResponse } from '@remix-run/cloudflare';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers that many answers share: a cookie of one would reach the others. */
class ReadOnlyHeaders extends Headers {
  override append = refuse;
  override delete = refuse;
  override set = refuse;
}

function refuse(): never {
  throw new TypeError('These headers are shared: pass headers to `json` instead.');
}

/** Shared headers of most data: creating them each time took 1 % of a page. */
const ONLY_TYPE: Headers = new ReadOnlyHeaders({ 'Content-Type': JSON_TYPE });

/**
 * The data of a loader with the response properties that Remix reads, which would serialize a response and parse it
 * again to render the page. Only a browser that requests just the data gets text.
 */
export class PageData {
  readonly status: number;
  readonly statusText = '';
  readonly headers: Headers;
  /** Not null: there is data. */
  readonly body = true;
  readonly #data: unknown;

  constructor(data: unknown, { status = 200, headers }: ResponseInit) {
    this.#data = data;
    this.status = status;
    if (headers === undefined || (Array.isArray(headers) && headers.length === 0)) this.headers = ONLY_TYPE;
    else {
      this.headers = new Headers(headers);
      this.headers.set('Content-Type', JSON_TYPE);
    }
  }

  async json(): Promise<unknown> {
    return this.#data;
  }

  toResponse(): Response {
    const { status, headers } = this;
    return new Response(JSON.stringify(this.#data), { status, headers });
  }
}

/** Replaces Remix's `json` in the Worker (`vite.unused.ts`). @param data JSON values: no dates, no instances of classes. */
export function json<Data>(data: Data, init: ResponseInit = {}): TypedResponse<Data> {
  return new PageData(data, init) as unknown as TypedResponse<Data>;
}
