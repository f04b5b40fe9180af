import type { InstanceState } from '../state.ts';
import { lookAt, unchanged } from './change.ts';
import { configured, restarted } from './configure.ts';
import { backedUp, backupDropped, backupExpiryDue, backupMissing, removed } from './deletion.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';
import { applied, looked } from './look.ts';
import { told } from './tell.ts';
import { followTimetable } from './timetable-due.ts';
import { usageRead } from './usage.ts';
import { dayPassed, releasesRead, updateDue } from './versions.ts';

/**
 * Decides what an event makes of an instance (design §3, "Decide purely, act thinly"). Repeated and late events are
 * harmless: only what differs is changed.
 *
 * @param state null before the first telling; no other event means anything then.
 * @param now UTC ms.
 * @returns null when there is no instance that the event could be about.
 */
export function decide(
  state: InstanceState | null,
  event: InstanceEvent,
  now: number,
): Decision | Refusal | null {
  if (event.kind === 'told') return told(state, event, now);
  if (!state) return null;
  switch (event.kind) {
    case 'configured':
      return configured(state, event, now);
    case 'restarted':
      return restarted(state, event, now);
    case 'applied':
      return applied(state, event, now);
    case 'looked':
      return looked(state, event, now);
    case 'timetable-due':
      return followTimetable(unchanged(state), now);
    case 'backed-up':
      return backedUp(state, event, now);
    case 'backup-missing':
      return backupMissing(state, now);
    case 'removed':
      return removed(state, now);
    case 'backup-expiry-due':
      return backupExpiryDue(state, now);
    case 'backup-dropped':
      return backupDropped(state, event, now);
    case 'day-passed':
      return dayPassed(state, now);
    case 'usage-read':
      return usageRead(state, event.usage, now);
    case 'releases-read':
      return releasesRead(state, event.releases, now);
    case 'update-due':
      return updateDue(state, now);
    case 'clock-moved':
      return clockMoved(state, event, now);
    case 'reconciled':
      return reconciled(state, now);
  }
}

/** A polling that began on the way has had no chance to ask: its attempts count from the arrival. */
function clockMoved(state: InstanceState, { departedAt }: { departedAt: number }, now: number): Decision {
  const { phase } = state;
  const isPolling = phase.kind === 'pending' || phase.kind === 'backing-up';
  if (!isPolling || phase.startedAt < departedAt) return { state, effects: [] };
  return { state: { ...state, phase: { ...phase, startedAt: now } }, effects: [lookAt(now)] };
}

/** Tells the cluster what is wanted once more and looks at once; what is as it should be stays so. */
function reconciled(state: InstanceState, now: number): Decision {
  // Of a deleted one something may have turned up again: its look takes that away.
  if (state.phase.kind === 'deleted') return { state, effects: [lookAt(now), { kind: 'heartbeat' }] };
  return { state: { ...state, isApplied: false }, effects: [lookAt(now), { kind: 'heartbeat' }] };
}
