import type { ClusterAnswer } from '../machine/events.ts';
import type { RehearsalReport } from './report.ts';
import type { ForcedVerdict, RehearsalState, RehearsedBackup, UpdateOutcome } from './state.ts';

/** The workspace as a step finds it. */
export interface FoundWorkspace {
  version: string;
  /** Whether it should run at all. */
  shouldRun: boolean;
}

/** `serial`: of the rehearsal that the answer is about. */
export type RehearsalEvent =
  /** `updateAt` of a forced update; null for a chosen version. */
  | { kind: 'requested'; from: string; target: string; updateAt: number | null }
  /** The schedule fired: the current step is done or repeated. */
  | { kind: 'woken'; workspace: FoundWorkspace }
  | { kind: 'prepared'; serial: number; backup: RehearsedBackup }
  | { kind: 'prepare-failed'; serial: number; reason: 'no_backup' }
  /** An attempt at the current step ended without a result, or takes too long. */
  | { kind: 'not-yet'; serial: number }
  | { kind: 'probed'; serial: number; answer: ClusterAnswer }
  /** `isCompared`: the running version reported its own problems, so that those of the report are new. */
  | { kind: 'checked'; serial: number; report: RehearsalReport; isCompared: boolean }
  | { kind: 'check-failed'; serial: number }
  | { kind: 'removed'; serial: number }
  /** The last backup before the update is complete. */
  | { kind: 'saved'; serial: number }
  /** The update ended. */
  | { kind: 'carried-out'; serial: number; result: UpdateOutcome };

/** Actions after the state is stored; each is harmless to repeat. */
export type RehearsalEffect =
  | { kind: 'arm'; at: number }
  | { kind: 'cancel' }
  | { kind: 'prepare' }
  /** Apply the copy to the cluster and read its readiness. */
  | { kind: 'probe' }
  | { kind: 'check'; backup: RehearsedBackup }
  /** Remove the copy from the cluster, and its own export from the backup store. */
  | { kind: 'remove' }
  | { kind: 'carry-out' }
  /** Tell the workspace's machine that a forced update was rehearsed and not carried out. */
  | { kind: 'report-forced'; updateAt: number; verdict: ForcedVerdict; problems: number };

export interface RehearsalDecision {
  state: RehearsalState | null;
  effects: RehearsalEffect[];
}
