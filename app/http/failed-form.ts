import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { FailedForm } from '#app/domain/errors/failed-form.ts';
import { t } from '#app/i18n/t.ts';
import { failureOf, failureStatusOf } from './error-response.ts';
import type { PostedForm } from './forms.ts';
import { retryHeaders } from './retry-after.ts';

/** The fallback error code; it may depend on the posted form's `intent`. */
export type FailureCode = ErrorCode | ((intent: string | null) => ErrorCode);

/**
 * @param form the posted form; null for an unreadable one. @param failure the code of a failure without one.
 * @returns the form's answer to an infrastructure failure or too many attempts, with its status and when to retry.
 */
export function answerFailedForm(
  error: unknown,
  form: PostedForm | null,
  failure: FailureCode = failureOf(error).code,
): Response {
  const intent = form?.intent ?? null;
  const ownCode = error instanceof AppError ? error.code : undefined;
  const code = ownCode ?? (typeof failure === 'function' ? failure(intent) : failure);
  const sentence = t(`errors.${code}`);
  const formErrors = [sentence];
  const reply = form?.reply?.({ formErrors });
  const answer: FailedForm = {
    status: 'error',
    // With an initial value conform keeps the fields of the browser's form. Without one it empties them.
    initialValue: reply?.initialValue ?? {},
    error: reply?.error ?? { '': formErrors },
    failure: code,
    sentence,
    formIntent: intent,
  };
  const known = failureStatusOf(error instanceof AppError ? error : new AppError(code, { cause: error }));
  return Response.json(answer, { status: known.status, headers: retryHeaders(known) });
}
