import type { SubmissionResult } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { isFailedForm } from '#app/domain/errors/failed-form.ts';
import type { ActionRefusal } from '#app/domain/errors/refusal.ts';
import { Notice } from '../ui/notice.tsx';

interface FormAnswer<Own> {
  /**
   * The sentence that explains why an action was refused or failed, unless a form on the page shows it; null
   * otherwise.
   */
  failure: string | null;
  /** The code of `failure`. */
  code: ErrorCode | null;
  /** Conform's result, for the page's form. */
  lastResult: SubmissionResult | undefined;
  /** The page's own answer, such as a token that is shown once. */
  own: Own | null;
}

interface FormAnswerOptions<Own> {
  /** A property that only the page's own answer has. */
  ownKey?: keyof Own & string;
  /** The `intent` of each form that shows its own errors; null for a form without one. */
  formIntents?: ReadonlyArray<string | null>;
}

/** Splits a page's action data by kind. */
export function useFormAnswer<Own extends object = never>({
  ownKey,
  formIntents = [],
}: FormAnswerOptions<Own> = {}): FormAnswer<Own> {
  const answer = useActionData<unknown>() as SubmissionResult | ActionRefusal | Own | undefined;
  if (isFailedForm(answer) && formIntents.includes(answer.formIntent)) {
    return { failure: null, code: null, lastResult: answer, own: null };
  }
  if (answer !== undefined && 'failure' in answer) {
    return { failure: answer.sentence, code: answer.failure, lastResult: undefined, own: null };
  }
  if (answer !== undefined && ownKey !== undefined && ownKey in answer) {
    return { failure: null, code: null, lastResult: undefined, own: answer as Own };
  }
  return { failure: null, code: null, lastResult: answer as SubmissionResult | undefined, own: null };
}

/** Shows why an action was refused; renders nothing otherwise. */
export function FailureNotice({ sentence }: { sentence: string | null }) {
  return sentence && <Notice tone="danger">{sentence}</Notice>;
}
