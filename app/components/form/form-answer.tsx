import type { SubmissionResult } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { Notice } from '../ui/notice.tsx';
import type { Refusal } from './refusal.ts';

interface FormAnswer<Own> {
  /** Why an action without fields was refused; null when none was. */
  failure: ErrorCode | null;
  /** Conform's result, for the page's form. */
  lastResult: SubmissionResult | undefined;
  /** The page's own answer, such as a token that is shown once. */
  own: Own | null;
}

/** Splits a page's action data by kind. @param ownKey a property that only the page's own answer has. */
export function useFormAnswer<Own extends object = never>(ownKey?: keyof Own & string): FormAnswer<Own> {
  const answer = useActionData<unknown>() as SubmissionResult | Refusal | Own | undefined;
  if (answer !== undefined && 'failure' in answer) {
    return { failure: answer.failure, lastResult: undefined, own: null };
  }
  if (answer !== undefined && ownKey !== undefined && ownKey in answer) {
    return { failure: null, lastResult: undefined, own: answer as Own };
  }
  return { failure: null, lastResult: answer as SubmissionResult | undefined, own: null };
}

/** Says why an action was refused; nothing when none was. */
export function FailureNotice({ code }: { code: ErrorCode | null }) {
  const { t } = useTranslation();
  return code && <Notice tone="danger">{t(`errors.${code}`)}</Notice>;
}
