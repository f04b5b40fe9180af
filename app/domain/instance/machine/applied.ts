import { probeIntervalMs } from '../polling.ts';
import type { InstanceState } from '../state.ts';
import { scheduleProbe, unchanged } from './change.ts';
import type { Decision } from './events.ts';
import type { Event } from './transition.ts';

/** The cluster took a generation; an earlier one than today's means nothing. */
export function onApplied(state: InstanceState, { generation }: Event<'applied'>): Decision {
  if (generation !== state.generation || state.isApplied) return unchanged(state);
  return { state: { ...state, isApplied: true }, effects: [] };
}

/** A stopped workspace is probed once more: a delayed call for an earlier generation may arrive last. */
export function onAppliedWhileStopped(state: InstanceState, event: Event<'applied'>, now: number): Decision {
  const decision = onApplied(state, event);
  if (decision.state === state) return decision;
  const at = now + probeIntervalMs('offline', state.facts.workspaceId);
  return { ...decision, effects: [scheduleProbe(at)] };
}

/** Applies the generation once more and probes at once; whatever is right already stays as it is. */
export function onReconciled(state: InstanceState, _event: Event<'reconciled'>, now: number): Decision {
  return { state: { ...state, isApplied: false }, effects: [scheduleProbe(now), { kind: 'heartbeat' }] };
}

/** Something may have turned up again: the probe removes it. */
export function onReconciledWhileDeleted(
  state: InstanceState,
  _event: Event<'reconciled'>,
  now: number,
): Decision {
  return { state, effects: [scheduleProbe(now), { kind: 'heartbeat' }] };
}
