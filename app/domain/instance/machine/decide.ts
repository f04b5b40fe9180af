import type { InstanceState } from '../state.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';
import { createInstance } from './facts.ts';
import { table } from './table.ts';
import type { Transition } from './transition.ts';

/**
 * Decides what an event makes of an instance (design §3, "Decide purely, act thinly"). Repeated and late events are
 * harmless: only what differs is changed.
 *
 * @param state null before the first facts; no other event means anything then.
 * @param now UTC ms.
 * @returns null when there is no instance that the event could be about.
 */
export function decide(
  state: InstanceState | null,
  event: InstanceEvent,
  now: number,
): Decision | Refusal | null {
  if (!state) return event.kind === 'facts-received' ? createInstance(event, now) : null;
  // The cell is looked up by this very phase and this very event, which its handler's type names.
  const { handle } = table[state.phase.kind][event.kind] as Transition<InstanceState, InstanceEvent>;
  return handle(state, event, now);
}
