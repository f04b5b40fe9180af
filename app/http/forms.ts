import type { Submission } from '@conform-to/react';
import { AppError } from '#app/domain/errors/app-error.ts';

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Reads a posted form.
 * @throws AppError unsupported_media_type for anything that is no form, malformed_body for a broken one.
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.includes(type)) throw new AppError('unsupported_media_type');
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError('malformed_body', { cause });
  }
}

/** What a form gets back when it was refused: its errors, and what was typed except what must not be sent back. */
export function refusedForm<Schema, FormError extends string[], Value>(
  submission: Submission<Schema, FormError, Value>,
  hideFields: string[] = [],
): Response {
  return formReply(submission.reply({ hideFields } as never), 422);
}

/**
 * Turns a use case's refusal into the form's answer: the fields it names, or a sentence above the form. Any other
 * error is not the form's to answer and is thrown on.
 */
export function refusedByUseCase<Schema, FormError extends string[], Value>(
  submission: Submission<Schema, FormError, Value>,
  error: unknown,
  hideFields: string[] = [],
): Response {
  if (!(error instanceof AppError)) throw error;
  const reply = error.fields
    ? {
        fieldErrors: Object.fromEntries(Object.entries(error.fields).map(([name, key]) => [name, [key]])),
        hideFields,
      }
    : { formErrors: [`errors.${error.code}`], hideFields };
  const headers: HeadersInit =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
  return formReply(submission.reply(reply as never), error.status, headers);
}

function formReply(result: unknown, status: number, headers: HeadersInit = {}): Response {
  return Response.json(result, { status, headers });
}
