import type { ErrorCode } from '../../errors/catalogue.ts';
import type { InstancePhase, InstanceState, PhaseKind } from '../state.ts';
import { keepState } from './change.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';

type EventKind = InstanceEvent['kind'];
export type Event<Kind extends EventKind> = Extract<InstanceEvent, { kind: Kind }>;

/** A state in one of these phases. */
export type StateIn<Phase extends PhaseKind> = InstanceState & {
  phase: Extract<InstancePhase, { kind: Phase }>;
};

/** Handles an event in a state. `now` is UTC ms. */
export type Handler<State extends InstanceState, Happening extends InstanceEvent> = (
  state: State,
  event: Happening,
  now: number,
) => Decision | Refusal;

/** Handles an event of one kind. `now` is UTC ms. */
export type Reaction<
  Kind extends EventKind,
  State extends InstanceState = InstanceState,
  Outcome extends Decision | Refusal = Decision,
> = (state: State, event: Event<Kind>, now: number) => Outcome;

/** A cell of the table: the handler, and the other phases that can follow. */
export interface Transition<State extends InstanceState, Happening extends InstanceEvent> {
  handle: Handler<State, Happening>;
  to: readonly PhaseKind[];
}

/** A row for each phase, a cell for each event: the compiler refuses an incomplete table. */
export type Table = {
  readonly [Phase in PhaseKind]: { readonly [Kind in EventKind]: Transition<StateIn<Phase>, Event<Kind>> };
};

/** @param to other phases that can follow; without any the phase always stays. */
export function on<State extends InstanceState, Happening extends InstanceEvent>(
  handle: Handler<State, Happening>,
  ...to: PhaseKind[]
): Transition<State, Happening> {
  return { handle, to };
}

/** The event means nothing in this phase. */
export const ignore = on(keepState);

/** A person's request, for an account. */
type Command = Extract<InstanceEvent, { accountId: string }>;

/** Refuses a command in this phase. */
export function refuse(refused: ErrorCode): Transition<InstanceState, Command> {
  return on(() => ({ refused }));
}
