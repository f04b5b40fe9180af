import type { Submission } from '@conform-to/react';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { FailedForm } from '#app/domain/errors/failed-form.ts';
import { t } from '#app/i18n/t.ts';
import { failureOf, failureStatusOf } from './error-response.ts';
import { retryHeaders } from './retry-after.ts';

/** The fallback error code; it may depend on the posted form's `intent`. */
export type FailureCode = ErrorCode | ((intent: string | null) => ErrorCode);

type ParsedForm = Pick<Submission<unknown, string[]>, 'reply'>;

/** An infrastructure failure after a form was parsed; `formAction` answers the form with it. */
export class FormFailure extends Error {
  override readonly name = 'FormFailure';
  readonly submission: ParsedForm;

  constructor(submission: ParsedForm, cause: unknown) {
    super('A form could not be handled.', { cause });
    this.submission = submission;
  }
}

/**
 * @param error an infrastructure failure, in a `FormFailure` once its form was parsed, or too many attempts.
 * @returns the form's answer, with the failure's status and when to retry.
 */
export function answerFailedForm(
  error: unknown,
  { intent, failure = failureOf(error).code }: { intent: string | null; failure?: FailureCode | undefined },
): Response {
  const cause = error instanceof FormFailure ? error.cause : error;
  const ownCode = cause instanceof AppError ? cause.code : undefined;
  const code = ownCode ?? (typeof failure === 'function' ? failure(intent) : failure);
  const sentence = t(`errors.${code}`);
  const formErrors = [sentence];
  const reply = error instanceof FormFailure ? error.submission.reply({ formErrors }) : null;
  const answer: FailedForm = {
    status: 'error',
    // With an initial value conform keeps the fields of the browser's form. Without one it empties them.
    initialValue: reply?.initialValue ?? {},
    error: reply?.error ?? { '': formErrors },
    failure: code,
    sentence,
    formIntent: intent,
  };
  const known = failureStatusOf(cause instanceof AppError ? cause : new AppError(code, { cause }));
  return Response.json(answer, { status: known.status, headers: retryHeaders(known) });
}
