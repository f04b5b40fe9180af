import { randomUUID } from 'node:crypto';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';

type FieldError = { field: string; message: string };

/** A refusal in Paddle's wording; the API turns it into its answer. Codes: https://developer.paddle.com/errors. */
export class PaddleError extends Error {
  readonly status: number;
  readonly code: string;
  readonly group: string;
  readonly fields: readonly FieldError[];

  constructor(
    status: number,
    code: string,
    detail: string,
    group = 'shared',
    fields: readonly FieldError[] = [],
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.group = group;
    this.fields = fields;
  }
}

/** For an unknown id. */
export function entityNotFound(id: string): PaddleError {
  return new PaddleError(404, 'not_found', `Entity ${id} not found`);
}

/** For an invalid body or query. */
export function invalidField(fields: readonly FieldError[]): PaddleError {
  return new PaddleError(400, 'invalid_field', 'Request does not pass validation.', 'shared', fields);
}

export function subscriptionError(status: number, code: string, detail: string): PaddleError {
  return new PaddleError(status, code, detail, 'subscriptions');
}

export function transactionError(status: number, code: string, detail: string): PaddleError {
  return new PaddleError(status, code, detail, 'transactions');
}

/** The answer to a refused call. */
export function errorReply(error: PaddleError): Reply {
  const requestId = randomUUID();
  return jsonReply(
    error.status,
    {
      error: {
        // Paddle answers 501 to some requests that are the caller's own mistake.
        type: error.code === 'service_unavailable' ? 'api_error' : 'request_error',
        code: error.code,
        detail: error.message,
        documentation_url: `https://developer.paddle.com/errors/${error.group}/${error.code}`,
        ...(error.fields.length > 0 ? { errors: error.fields } : {}),
      },
      meta: { request_id: requestId },
    },
    { 'request-id': requestId },
  );
}
