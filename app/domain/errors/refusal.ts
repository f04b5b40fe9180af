import type { ErrorCode } from './catalogue.ts';

/** Action data of a refused action that has no field to blame. */
export interface ActionRefusal {
  failure: ErrorCode;
  /** The sentence for the person. */
  sentence: string;
}
