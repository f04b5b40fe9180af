import type { ErrorCode } from './catalogue.ts';
import type { TypedValue } from './failed-form.ts';

/** Action data of a refused action that has no field to blame. */
export interface ActionRefusal {
  failure: ErrorCode;
  /** The sentence for the person. */
  sentence: string;
  /** The form's input, without its secrets, where the person chose something. */
  initialValue?: Record<string, TypedValue> | undefined;
}
