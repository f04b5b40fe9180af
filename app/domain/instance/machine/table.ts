import type { InstanceState } from '../state.ts';
import { configure, restart } from './commands.ts';
import { onBackedUp, onBackupDropped, onBackupExpiryDue, onBackupMissing, onRemoved } from './deletion.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';
import {
  createInstance,
  keepPhase,
  onFacts,
  resumeOrKeepBackingUp,
  resumeOrKeepStopped,
  startAgain,
  updatePending,
  updateRunning,
} from './facts.ts';
import { onExecutionsCounted, onMonthCloseDue, onMonthCounted } from './overage.ts';
import { onPeopleDelivered, onPersonChanged, onPersonDelivered } from './people.ts';
import {
  onApplied,
  onAppliedWhileStopped,
  onProbedBackingUp,
  onProbedDeleted,
  onProbedOffline,
  onProbedOnline,
  onProbedPending,
  onProbedRemoving,
  onProbedStopped,
  onReconciled,
  restartPolling,
} from './probe.ts';
import { onTimetableDue } from './timetable-due.ts';
import { ignore, on, refuse, type Table, type Transition } from './transition.ts';
import {
  onActiveCounted,
  onGoingBackRequested,
  onPruned,
  onSavedExpiryDue,
  onUpdateRequested,
} from './update.ts';
import { onUsageRead } from './usage.ts';
import {
  onDayPassed,
  onReleasesRead,
  onUpdateDue,
  onUpdateDueWhileStopped,
  onUpdateRehearsed,
} from './versions.ts';

/** Cells that most phases share; a phase below repeats a key where its handler differs. */
const inAnyPhase = {
  applied: on(onApplied),
  'timetable-due': on(onTimetableDue),
  'backed-up': ignore,
  'backup-missing': ignore,
  removed: ignore,
  'backup-expiry-due': on(onBackupExpiryDue),
  'backup-dropped': on(onBackupDropped),
  'day-passed': on(onDayPassed),
  'usage-read': on(onUsageRead),
  'month-close-due': on(onMonthCloseDue),
  'month-counted': on(onMonthCounted),
  'executions-counted': on(onExecutionsCounted),
  'update-requested': ignore,
  'update-rehearsed': ignore,
  'active-counted': ignore,
  'person-changed': on(onPersonChanged),
  'person-delivered': on(onPersonDelivered),
  'people-delivered': on(onPeopleDelivered),
  'saved-expiry-due': on(onSavedExpiryDue),
  pruned: on(onPruned),
  'clock-moved': ignore,
  reconciled: on(onReconciled),
} as const;

/** Online and Offline: the process should run, and the setup or the last change is over. */
const whileSetUp = {
  ...inAnyPhase,
  'facts-received': on(onFacts(updateRunning), 'pending', 'stopped', 'backing-up'),
  'configuration-requested': on(configure, 'pending'),
  'restart-requested': on(restart, 'pending'),
  'update-requested': on(onUpdateRequested, 'pending'),
  'going-back-requested': on(onGoingBackRequested, 'pending'),
  'timetable-due': on(onTimetableDue, 'stopped', 'backing-up'),
  'releases-read': on(onReleasesRead),
  'update-due': on(onUpdateDue),
  'update-rehearsed': on(onUpdateRehearsed),
} as const;

/** The process should not run, or runs only for its final backup. */
const whileStopped = {
  ...inAnyPhase,
  'configuration-requested': refuse('workspace_stopped'),
  'restart-requested': refuse('workspace_stopped'),
  'going-back-requested': refuse('workspace_stopped'),
  'releases-read': ignore,
  'update-due': on(onUpdateDueWhileStopped),
} as const;

/**
 * The state machine of a workspace: the effect of each event in each phase. A cell names its handler and the other
 * phases that can follow; `docs/instance-machine.md` is generated from it. `createInstance` creates an instance.
 */
export const table = {
  pending: {
    ...inAnyPhase,
    'facts-received': on(onFacts(updatePending), 'stopped', 'backing-up'),
    'configuration-requested': on(configure),
    'restart-requested': refuse('workspace_pending'),
    'going-back-requested': refuse('workspace_pending'),
    'active-counted': on(onActiveCounted, 'online'),
    probed: on(onProbedPending, 'online', 'offline'),
    'timetable-due': on(onTimetableDue, 'stopped', 'backing-up'),
    'releases-read': on(onReleasesRead),
    'update-due': on(onUpdateDue),
    'update-rehearsed': on(onUpdateRehearsed),
    'clock-moved': on(restartPolling),
  },
  online: { ...whileSetUp, probed: on(onProbedOnline, 'pending') },
  offline: { ...whileSetUp, probed: on(onProbedOffline, 'online') },
  stopped: {
    ...whileStopped,
    'facts-received': on(onFacts(resumeOrKeepStopped), 'pending', 'backing-up'),
    applied: on(onAppliedWhileStopped),
    probed: on(onProbedStopped),
    'timetable-due': on(onTimetableDue, 'backing-up'),
  },
  'backing-up': {
    ...whileStopped,
    'facts-received': on(onFacts(resumeOrKeepBackingUp), 'pending', 'stopped'),
    probed: on(onProbedBackingUp),
    'backed-up': on(onBackedUp, 'removing'),
    'clock-moved': on(restartPolling),
  },
  removing: {
    ...whileStopped,
    // Too late to keep the workspace: a new one starts once the cluster has removed the old one.
    'facts-received': on(onFacts(keepPhase)),
    probed: on(onProbedRemoving),
    'backup-missing': on(onBackupMissing, 'pending', 'backing-up'),
    removed: on(onRemoved, 'pending', 'deleted'),
  },
  deleted: {
    ...whileStopped,
    'configuration-requested': refuse('workspace_not_found'),
    'restart-requested': refuse('workspace_not_found'),
    'going-back-requested': refuse('workspace_not_found'),
    'saved-expiry-due': ignore,
    'person-changed': ignore,
    'facts-received': on(onFacts(startAgain), 'pending'),
    probed: on(onProbedDeleted),
    // The schedule is over once it is handled.
    'day-passed': ignore,
  },
} as const satisfies Table;

/**
 * Decides the effect of an event on an instance (design §3, "Decide purely, act thinly"). Only differences change anything.
 * @param state null before the first facts with a version, when every other event is ignored. @param now UTC ms.
 * @returns null if there is no instance.
 */
export function decide(
  state: InstanceState | null,
  event: InstanceEvent,
  now: number,
): Decision | Refusal | null {
  if (!state) {
    if (event.kind !== 'facts-received' || event.version === undefined) return null;
    return createInstance(event.facts, event.version, now);
  }
  // Another account learns nothing about the workspace, and mixed-up ids change nothing.
  if ('accountId' in event && event.accountId !== state.facts.accountId)
    return { refused: 'workspace_not_found' };
  // The handler's type names the phase and the event by which its cell is found.
  const { handle } = table[state.phase.kind][event.kind] as Transition<InstanceState, InstanceEvent>;
  return handle(state, event, now);
}
