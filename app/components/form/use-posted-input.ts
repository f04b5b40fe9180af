import type { SubmissionResult } from '@conform-to/react';
import type { FailedForm } from '#app/domain/errors/failed-form.ts';
import type { ActionRefusal } from '#app/domain/errors/refusal.ts';
import { useAnswer, useKeptInput } from './form-answer.tsx';

/**
 * For a page with one form whose action answers a refusal with `rejectAction`.
 * @returns the form's errors and input, or only its input after a refusal or a confirmed identity; undefined without a post.
 */
export function usePostedInput(): SubmissionResult | undefined {
  const kept = useKeptInput();
  const answer = useAnswer<SubmissionResult | ActionRefusal | FailedForm>();
  if (!answer?.initialValue) return kept;
  return 'failure' in answer ? { initialValue: answer.initialValue } : answer;
}
