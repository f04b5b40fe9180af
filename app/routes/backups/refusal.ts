import { json } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { RequestContext } from '#app/http/load-context.ts';

/** What a form about backups gets back when it was refused. */
export interface BackupRefusal {
  failure: ErrorCode;
}

/** @returns why a form was refused, for its page to say. @throws what is not the form's to answer. */
export function refusedBackup(context: RequestContext, error: unknown) {
  if (!(error instanceof AppError)) throw error;
  if (error.status >= 500) context.reportError(error);
  const headers: HeadersInit =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
  return json<BackupRefusal>({ failure: error.code }, { status: error.status, headers });
}
