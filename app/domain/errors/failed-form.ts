import type { ErrorCode } from './catalogue.ts';

/** A typed text, a list of rows, or a row's fields. */
export type TypedValue = string | TypedValue[] | { [name: string]: TypedValue };

/**
 * A form's answer to an infrastructure failure or a refusal for its size or pace, with the input
 * but its secrets: Conform's last result.
 */
export interface FailedForm {
  status: 'error';
  initialValue: Record<string, TypedValue>;
  /** The empty name means the form as a whole. */
  error: Record<string, string[] | null>;
  failure: ErrorCode;
  sentence: string;
  /** The posted form's `intent`, which names the failed form; null without one. Not to be confused with the `intent` of Conform. */
  formIntent: string | null;
}

/** The input of a form whose person had to confirm their identity first, without its secrets. */
export interface KeptForm {
  /** The posted form's `intent`, which names the form; null without one. */
  intent: string | null;
  values: Record<string, TypedValue>;
}

/** @returns whether an action's answer is a `FailedForm`. */
export function isFailedForm(answer: unknown): answer is FailedForm {
  return typeof answer === 'object' && answer !== null && 'failure' in answer && 'status' in answer;
}
