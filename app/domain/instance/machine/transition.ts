import type { ErrorCode } from '../../errors/catalogue.ts';
import type { InstancePhase, InstanceState, PhaseKind } from '../state.ts';
import { unchanged } from './change.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';

type EventKind = InstanceEvent['kind'];
export type Event<Kind extends EventKind> = Extract<InstanceEvent, { kind: Kind }>;

/** A state that is in one of these phases. */
export type StateIn<Phase extends PhaseKind> = InstanceState & {
  phase: Extract<InstancePhase, { kind: Phase }>;
};

/** What an event makes of a state. `now` is UTC ms. */
export type Handler<State extends InstanceState, Happening extends InstanceEvent> = (
  state: State,
  event: Happening,
  now: number,
) => Decision | Refusal;

/** One cell of the table: the handler, and the other phases that it can lead to. */
export interface Transition<State extends InstanceState, Happening extends InstanceEvent> {
  handle: Handler<State, Happening>;
  to: readonly PhaseKind[];
}

/** A row for each phase, a cell for each event: the compiler refuses a table that leaves one out. */
export type Table = {
  readonly [Phase in PhaseKind]: { readonly [Kind in EventKind]: Transition<StateIn<Phase>, Event<Kind>> };
};

/** @param to other phases that the handler can lead to; without any the phase always stays. */
export function on<State extends InstanceState, Happening extends InstanceEvent>(
  handle: Handler<State, Happening>,
  ...to: PhaseKind[]
): Transition<State, Happening> {
  return { handle, to };
}

/** The event means nothing in this phase. */
export const ignored = on(unchanged);

type Command = Event<'configuration-requested' | 'restart-requested'>;

/** A command that this phase refuses. Another account learns nothing of the workspace. */
export function refused(code: ErrorCode): Transition<InstanceState, Command> {
  return on(forAccount(() => ({ refused: code })));
}

/** A command of the account's people: an id that was mixed up changes nothing. */
export function forAccount<State extends InstanceState, Request extends Command>(
  handle: Handler<State, Request>,
): Handler<State, Request> {
  return (state, event, now) =>
    event.accountId === state.facts.accountId
      ? handle(state, event, now)
      : { refused: 'workspace_not_found' };
}
