import { type ErrorCode, errorCatalogue } from './catalogue.ts';

interface Position {
  line: number;
  column: number;
}

export interface AppErrorDetails {
  /** Sentences by field name, as i18n keys. */
  fields?: Record<string, string>;
  /** Position of the fault in a body: both from 1, the column in UTF-16 units. */
  position?: Position;
  /** Becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** The underlying error, only for the log. */
  cause?: unknown;
}

/** Every expected failure; only `app/http/error-response.ts` turns it into a Response. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly isRetryable: boolean;
  readonly fields: Record<string, string> | undefined;
  readonly position: Position | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.isRetryable = errorCatalogue[code].retry;
    this.fields = details.fields;
    this.position = details.position;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
