import { probeIntervalMs } from '../polling.ts';
import type { InstanceState } from '../state.ts';
import { keepState, scheduleProbe } from './change.ts';
import type { Decision } from './events.ts';
import type { Event } from './transition.ts';

/** The cluster accepted a generation; an earlier one than the current is ignored. */
export function onApplied(state: InstanceState, { generation }: Event<'applied'>): Decision {
  if (generation !== state.generation || state.isApplied) return keepState(state);
  return { state: { ...state, isApplied: true }, effects: [] };
}

/** Probes a stopped workspace once more: a delayed call for an earlier generation may arrive last. */
export function onAppliedWhileStopped(state: InstanceState, event: Event<'applied'>, now: number): Decision {
  const decision = onApplied(state, event);
  if (decision.state === state) return decision;
  const at = now + probeIntervalMs('offline', state.facts.workspaceId);
  return { ...decision, effects: [scheduleProbe(at)] };
}

/** Applies the generation again and probes at once; repeating is harmless. */
export function onReconciled(state: InstanceState, _event: Event<'reconciled'>, now: number): Decision {
  return { state: { ...state, isApplied: false }, effects: [scheduleProbe(now), { kind: 'heartbeat' }] };
}

/** Parts of the workspace may exist again: the probe removes them. */
export function onReconciledWhileDeleted(
  state: InstanceState,
  _event: Event<'reconciled'>,
  now: number,
): Decision {
  return { state, effects: [scheduleProbe(now), { kind: 'heartbeat' }] };
}
