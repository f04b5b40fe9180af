import type { Guard } from './expected-answer.ts';
import type { Ids, State } from './states.ts';

/** One way to call a handler, and its answer to admitted callers (`answerOf` of expected-answer.ts). */
export interface Call extends Guard {
  /** The action, if a handler has several. */
  readonly as?: string;
  readonly path: string | ((ids: Ids) => string);
  /** The method of an action; POST by default. */
  readonly method?: string;
  /** A loader that nevertheless changes something. */
  readonly changes?: true;
  readonly form?: Record<string, string> | ((ids: Ids) => Record<string, string>);
  readonly json?: unknown | ((ids: Ids) => unknown);
  readonly admitted: string | ((state: State) => string);
  /** The answer if the ids are another account's; required for a call that takes ids. */
  readonly foreign?: string | ((state: State) => string);
}

/** By a handler's name (`handlers.ts`). */
export type Calls = Record<string, Call[]>;
