import type { InstanceState } from '../state.ts';
import type { Decision } from './events.ts';
import type { Event } from './transition.ts';

/**
 * Records the people sent to the process while the workspace can be reverted: the data from before the update still
 * has these people with their earlier roles, sessions and keys.
 */
export function onPersonTold(state: InstanceState, { email }: Event<'person-told'>): Decision {
  const { saved, told } = state;
  const emails = told?.emails ?? [];
  if ((!saved && !told?.isDue) || emails.includes(email)) return { state, effects: [] };
  return {
    state: { ...state, told: { emails: [...emails, email], isDue: told?.isDue ?? false } },
    effects: [],
  };
}

/** @returns the state that uses the earlier data: the people are sent again as soon as a process has it. */
export function withToldDue<State extends InstanceState>(state: State): State {
  return state.told ? { ...state, told: { ...state.told, isDue: true } } : state;
}

/** @returns the state without the people whom all data that can still be used knows of. */
export function withoutTold<State extends InstanceState>(state: State): State {
  if (!state.told || state.told.isDue) return state;
  const { told: _told, ...rest } = state;
  return rest as State;
}

/** Sends the process the people that its data does not know, now that it is Online. */
export function tellDuePeople({ state, effects }: Decision): Decision {
  if (state.phase.kind !== 'online' || !state.told?.isDue) return { state, effects };
  const { told, ...rest } = state;
  return {
    state: rest,
    effects: [...effects, { kind: 'tell-people', id: state.generation, emails: told.emails }],
  };
}
