import type { InstanceState } from '../state.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';
import { createInstance } from './facts.ts';
import { table } from './table.ts';
import type { Transition } from './transition.ts';

/**
 * Decides the effect of an event on an instance (design §3, "Decide purely, act thinly"). Repeated and late events are
 * harmless: only differences change anything.
 *
 * @param state null before the first facts, when every other event is ignored.
 * @param now UTC ms.
 * @returns null when there is no instance.
 */
export function decide(
  state: InstanceState | null,
  event: InstanceEvent,
  now: number,
): Decision | Refusal | null {
  if (!state) return event.kind === 'facts-received' ? createInstance(event, now) : null;
  // The handler's type names the phase and the event by which its cell is found.
  const { handle } = table[state.phase.kind][event.kind] as Transition<InstanceState, InstanceEvent>;
  return handle(state, event, now);
}
