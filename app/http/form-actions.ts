import { json } from '@remix-run/cloudflare';
import type { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ActionRefusal } from '#app/domain/errors/refusal.ts';
import { t } from '#app/i18n/t.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import { isInfrastructureFailure } from './error-response.ts';
import { type FormSubmission, type PostedForm, rejectForm, rejectWithError } from './forms.ts';
import type { RequestContext } from './load-context.ts';
import type { NoticeCode } from './notice-cookie.ts';
import { redirectWithNotice } from './redirect-with-notice.ts';
import { retryHeaders } from './retry-after.ts';

export type HandleForm = (form: PostedForm, context: RequestContext, actor: Actor) => Promise<Response>;

/** Runs an action with a form's values. @returns its response, or the form with its errors. @throws as `rejectWithError`. */
export async function submitForm<Schema extends z.ZodType>(
  submission: FormSubmission<Schema>,
  act: (values: z.output<Schema>) => Promise<Response>,
): Promise<Response> {
  if (submission.status !== 'success') return rejectForm(submission);
  try {
    return await act(submission.value);
  } catch (error) {
    return rejectWithError(submission, error);
  }
}

/** Like `submitForm`, for an action without visible fields. @returns its response, or an `ActionRefusal`. */
export async function runAction(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    return rejectAction(error);
  }
}

/** Runs the action of a button. @returns a redirect to `path` with the notice, or an `ActionRefusal`. */
export function runRowAction(
  context: RequestContext,
  path: string,
  notice: NoticeCode,
  act: () => Promise<unknown>,
): Promise<Response> {
  return runAction(async () => {
    await act();
    return redirectWithNotice(context, path, notice);
  });
}

/**
 * @param form whose input the page shows again; none for a button.
 * @returns the `ActionRefusal` for a use case's refusal.
 * @throws any other error, which `formAction` answers, and page_of_other_account: the page has to be loaded again.
 */
export function rejectAction(error: unknown, form?: PostedForm): Response {
  if (!(error instanceof AppError) || isInfrastructureFailure(error)) throw error;
  if (error.code === 'page_of_other_account') throw error;
  const refusal: ActionRefusal = {
    failure: error.code,
    sentence: t(`errors.${error.code}`),
    initialValue: form?.input ?? undefined,
  };
  return json(refusal, { status: error.status, headers: retryHeaders(error) });
}
