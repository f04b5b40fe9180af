import type { Guard } from './expected-answer.ts';
import type { Ids, State } from './states.ts';

/** One way to call a handler, and its answer to those whom it admits (`answerOf` of expected-answer.ts). */
export interface Call extends Guard {
  /** What is called, when a handler can do several things. */
  readonly as?: string;
  readonly path: string | ((ids: Ids) => string);
  /** Of an action; POST by default. */
  readonly method?: string;
  /** A loader that does something nevertheless. */
  readonly changes?: true;
  readonly form?: Record<string, string> | ((ids: Ids) => Record<string, string>);
  readonly json?: unknown | ((ids: Ids) => unknown);
  readonly admitted: string | ((state: State) => string);
  /** The answer when the ids are another account's; a call that takes ids has one. */
  readonly foreign?: string | ((state: State) => string);
}

/** By the name of a handler (`handlers.ts`). */
export type Calls = Record<string, Call[]>;
