import { finalBackupKey } from '../final-backup.ts';
import { LATER_INTERVAL_MS, lookIntervalMs, nextAttemptAt } from '../polling.ts';
import type { InstancePhase, InstanceState } from '../state.ts';
import { changed, lookAt, pending, unchanged } from './change.ts';
import type { Decision, InstanceEvent } from './events.ts';

type Looked = Extract<InstanceEvent, { kind: 'looked' }>;
type Phase<Kind> = Extract<InstancePhase, { kind: Kind }>;

export function applied(state: InstanceState, { wish }: { wish: number }, now: number): Decision {
  if (wish !== state.wish || state.isApplied) return unchanged(state);
  // A stopped one is looked at once more: an earlier wish that was on its way for long may have come last.
  const at = now + lookIntervalMs('offline', state.facts.workspaceId);
  return {
    state: { ...state, isApplied: true },
    effects: state.phase.kind === 'stopped' ? [lookAt(at)] : [],
  };
}

/** What the cluster's answer means; an answer about an earlier wish is none. */
export function looked(state: InstanceState, event: Looked, now: number): Decision {
  if (event.wish !== state.wish) return unchanged(state);
  const { phase } = state;
  const { answer } = event;
  // Gone from the cluster, it must be told anew what is wanted.
  const known = answer === 'missing' && state.isApplied ? { ...state, isApplied: false } : state;
  // At once, unless it was told a moment ago: a cluster that denies it again and again is not told again and again.
  if (known !== state && !event.isJustApplied && phase.kind !== 'online' && phase.kind !== 'deleted') {
    return { state: known, effects: [lookAt(now)] };
  }
  switch (phase.kind) {
    case 'stopped':
      // No answer brings it back; a wish that was not taken, or was overtaken, is told again.
      return known.isApplied && answer !== 'unreachable'
        ? { state: known, effects: [{ kind: 'cancel', schedule: 'look' }] }
        : { state: known, effects: [later(state, event, 'stopping', now)] };
    case 'online':
      if (answer === 'ready') {
        return { state, effects: [later(state, event, 'online', now), { kind: 'read-usage' }] };
      }
      // The cluster's own silence says nothing of the workspace, which may serve its users well.
      if (answer === 'unreachable') return { state, effects: [later(state, event, 'offline', now)] };
      return changed(known, { phase: pending('recover', now) }, now, [lookAt(now)]);
    case 'offline':
      if (answer === 'ready') return cameOnline(state, event, now);
      return { state: known, effects: [later(state, event, 'offline', now)] };
    case 'pending':
      if (answer === 'ready') return cameOnline(state, event, now);
      return answer === 'unreachable'
        ? withoutAnswer(state, phase, event, now)
        : notReady(known, phase, event, now);
    case 'backing-up':
      return backingUp(known, phase, event, now);
    case 'removing':
      return { state, effects: [later(state, event, 'stopping', now)] };
    case 'deleted':
      // What turned up of it again is taken away until nothing is left.
      return answer === 'missing'
        ? { state, effects: [{ kind: 'cancel', schedule: 'look' }] }
        : { state, effects: [later(state, event, 'offline', now)] };
  }
}

/** The cluster's silence is no failure of the instance: it stays Pending, however long that lasts. */
function withoutAnswer(state: InstanceState, phase: Phase<'pending'>, event: Looked, now: number): Decision {
  const at = nextAttemptAt(phase.startedAt, now) ?? now + LATER_INTERVAL_MS;
  const effects = [lookAt(notBefore(at, event, now))];
  if (phase.isClusterUnreachable) return { state, effects };
  return changed(state, { phase: { ...phase, isClusterUnreachable: true } }, now, effects);
}

function notReady(state: InstanceState, phase: Phase<'pending'>, event: Looked, now: number): Decision {
  // Attempts count from the cluster's first answer, so that an outage takes none of them.
  const startedAt = phase.isClusterUnreachable ? now : phase.startedAt;
  const nextAt = nextAttemptAt(startedAt, now);
  if (nextAt === null) {
    return changed(state, { phase: { kind: 'offline' } }, now, [later(state, event, 'offline', now)]);
  }
  if (!phase.isClusterUnreachable) return { state, effects: [lookAt(nextAt)] };
  return changed(state, { phase: { ...phase, startedAt, isClusterUnreachable: false } }, now, [
    lookAt(nextAt),
  ]);
}

/** Ready, it is backed up; the look that is armed repeats that should it fail. */
function backingUp(state: InstanceState, phase: Phase<'backing-up'>, event: Looked, now: number): Decision {
  const nextAt = nextAttemptAt(phase.startedAt, now);
  // It does not start for its backup, so it is kept, and a person has to see why.
  const overdue = nextAt === null ? [{ kind: 'report', trouble: 'final_backup_overdue' } as const] : [];
  const look = nextAt === null ? later(state, event, 'offline', now) : lookAt(notBefore(nextAt, event, now));
  if (event.answer !== 'ready') return { state, effects: [look, ...overdue] };
  const key = finalBackupKey(state.facts.workspaceId, state.life);
  return { state, effects: [look, ...overdue, { kind: 'take-backup', key }] };
}

function cameOnline(state: InstanceState, event: Looked, now: number): Decision {
  return changed(state, { phase: { kind: 'online' } }, now, [
    later(state, event, 'online', now),
    { kind: 'read-usage' },
  ]);
}

function later(
  { facts }: InstanceState,
  event: Looked,
  interval: Parameters<typeof lookIntervalMs>[0],
  now: number,
) {
  return lookAt(notBefore(now + lookIntervalMs(interval, facts.workspaceId), event, now));
}

/** A cluster that asks for time gets it, but no more than makes no difference to a person. */
function notBefore(at: number, { retryAfterMs }: Looked, now: number): number {
  const LONGEST_MS = 5 * 60_000;
  return Math.max(at, now + Math.min(retryAfterMs ?? 0, LONGEST_MS));
}
