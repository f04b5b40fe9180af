import type { SubmissionResult } from '@conform-to/react';
import { useActionData, useLocation } from '@remix-run/react';
import { useState } from 'react';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { isFailedForm } from '#app/domain/errors/failed-form.ts';
import type { ActionRefusal } from '#app/domain/errors/refusal.ts';
import { useFrameOfVisit } from '../layout/page-flash.tsx';
import { AnswerNotice } from '../ui/notice.tsx';
import { useCurrentNavigation } from '../ui/router.ts';

interface FormAnswer<Own> {
  /** Why an action was refused or failed, as a sentence; null without a failure, and where a form on the page shows it. */
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

/**
 * @returns the page's action data until another visit, although React Router drops it when the page reloads its data: a
 *   form of another address, such as the cookie question, returns to a page that may show a token for the only time.
 */
export function useAnswer<Answer>(): Answer | undefined {
  const answer = useActionData<unknown>() as Answer | undefined;
  const { key, pathname } = useLocation();
  const isElsewhere = useCurrentNavigation(({ formAction }) => formAction?.startsWith(pathname) === false);
  const [last, setLast] = useState({ answer, key, isElsewhere });
  const isKept = answer === undefined && (key === last.key || last.isElsewhere);
  const shown = isKept ? last.answer : answer;
  if (shown !== last.answer || key !== last.key || isElsewhere !== last.isElsewhere)
    setLast({ answer: shown, key, isElsewhere });
  return shown;
}

/**
 * @param formIntents of the page's forms; none of a page with one form.
 * @returns the input of a form without script whose person had to confirm their identity; undefined without one.
 */
export function useKeptInput(formIntents: ReadonlyArray<string | null> = []): SubmissionResult | undefined {
  const keptForm = useFrameOfVisit()?.keptForm;
  const isOfPage = keptForm && (formIntents.length === 0 || formIntents.includes(keptForm.intent));
  return isOfPage ? { initialValue: keptForm.values } : undefined;
}

/** Splits a page's action data by kind. */
export function useFormAnswer<Own extends object = never>({
  ownKey,
  formIntents = [],
}: FormAnswerOptions<Own> = {}): FormAnswer<Own> {
  const answer = useAnswer<SubmissionResult | ActionRefusal | Own>();
  const lastResult = useKeptInput(formIntents);
  const none: FormAnswer<Own> = { failure: null, code: null, lastResult, own: null };
  if (isFailedForm(answer) && formIntents.includes(answer.formIntent)) return { ...none, lastResult: answer };
  if (answer !== undefined && 'failure' in answer)
    return { ...none, failure: answer.sentence, code: answer.failure };
  if (answer !== undefined && ownKey !== undefined && ownKey in answer)
    return { ...none, own: answer as Own };
  return answer === undefined ? none : { ...none, lastResult: answer as SubmissionResult };
}

/** Shows why an action was refused; renders nothing otherwise. */
export function FailureNotice({ sentence }: { sentence: string | null }) {
  const answer = useActionData();
  return (
    sentence && (
      <AnswerNotice tone="danger" answer={answer}>
        {sentence}
      </AnswerNotice>
    )
  );
}
