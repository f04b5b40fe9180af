/** No answer in time, no connection, an unsuccessful answer, or a body that is too large, not JSON or of another shape. */
export type OutboundErrorKind = 'timeout' | 'network' | 'status' | 'body';

/** The only error of `createOutbound`'s calls; adapters map it to their provider's meaning. */
export class OutboundError extends Error {
  readonly kind: OutboundErrorKind;
  /** The HTTP status, only for the kind `status`. */
  readonly status: number | undefined;
  /** The beginning of the provider's own explanation. It may contain personal data: not for logs or people. */
  readonly body: string | undefined;
  /** The delay that the provider requested with `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: OutboundErrorKind,
    details: {
      url: string;
      status?: number;
      body?: string;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    },
  ) {
    // Neither path nor query: both can contain secrets, and a message ends in a log.
    const what = details.status === undefined ? kind : `${kind} ${details.status}`;
    super(
      `${new URL(details.url).host}: ${what}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'OutboundError';
    this.kind = kind;
    this.status = details.status;
    this.body = details.body;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** Whether the provider, rather than the request, caused the failure: a later call may well succeed. */
  get isTransient(): boolean {
    const { status = 0 } = this;
    return this.kind !== 'status' || status === 408 || status === 429 || status >= 500;
  }
}
