import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { InstanceEvent, Refusal } from '#app/domain/instance/machine/events.ts';
import type { RehearsalEffect, RehearsalEvent } from '#app/domain/instance/rehearsal/events.ts';
import { decideRehearsal, PREPARE_WITHIN_MS } from '#app/domain/instance/rehearsal/machine.ts';
import { isUnderWay } from '#app/domain/instance/rehearsal/progress.ts';
import type { RehearsalState, UpdateOutcome } from '#app/domain/instance/rehearsal/state.ts';
import { isWithdrawn } from '#app/domain/instance/releases.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { shouldRun } from '#app/domain/instance/timetable.ts';
import type { Alarms } from '../alarm-clock.ts';
import type { InstancePorts } from './ports.ts';
import { type RehearsalPorts, rehearsalSteps } from './rehearsal-steps.ts';

interface Ports extends RehearsalPorts, Pick<InstancePorts, 'store' | 'releases'> {
  alarms: Alarms<'rehearsal'>;
  /** Durable storage of the running rehearsal, or of the last one's report. */
  rehearsalRow: { read(): RehearsalState | null; write(state: RehearsalState): void; clear(): void };
  /** Takes a backup right before the update. @returns whether it succeeded. */
  takeLastBackup(state: InstanceState): Promise<boolean>;
}

/** The rehearsals of one workspace's updates: passes events to the pure machine, stores its decisions and runs their effects. */
export function workspaceRehearsals(
  ports: Ports,
  instance: { handle(event: InstanceEvent): Promise<InstanceState | Refusal | null> },
) {
  const { clock, store, alarms, rehearsalRow: row } = ports;
  const steps = rehearsalSteps(ports);
  /** The long step that runs beside the object's other work, once. */
  let current: { serial: number; kind: RehearsalEffect['kind']; startedAt: number } | undefined;

  /** Stores the decision with the alarm before it runs any effect: after a crash, the alarm repeats the effects. */
  async function handle(event: RehearsalEvent): Promise<{ refused: ErrorCode } | null> {
    const before = row.read();
    const decision = decideRehearsal(before, event, clock.now());
    if ('refused' in decision) return decision;
    const { state, effects } = decision;
    if (state && state !== before) row.write(state);
    for (const effect of effects) {
      if (effect.kind === 'arm') alarms.set('rehearsal', effect.at);
      if (effect.kind === 'cancel') alarms.cancel('rehearsal');
    }
    forgetDeleted();
    await alarms.rearm();
    for (const effect of effects) if (state) await act(state, effect);
    return null;
  }

  /** Deletes the last report of a deleted workspace: it names workflows and nodes. A running rehearsal first removes its copy. */
  function forgetDeleted(state = store.readState()): void {
    if (state?.phase.kind !== 'deleted') return;
    const rehearsal = row.read();
    if (rehearsal && !isUnderWay(rehearsal)) row.clear();
  }

  /** Only reports a failure: the armed schedule brings the next attempt. */
  async function act(rehearsal: RehearsalState, effect: RehearsalEffect): Promise<void> {
    const state = store.readState();
    if (!state) return;
    const { serial } = rehearsal;
    try {
      switch (effect.kind) {
        case 'arm':
        case 'cancel':
          return;
        case 'report-forced':
          await instance.handle({ ...effect, kind: 'update-rehearsed', target: rehearsal.target });
          return;
        case 'prepare':
          return beside(rehearsal, 'prepare', async () => {
            const backup = await steps.prepare(state);
            const latest = row.read();
            // A long export can end after its rehearsal did, which removed no file then.
            if (!latest || !isUnderWay(latest)) await steps.removeExport(state);
            if (backup === 'none') return { kind: 'prepare-failed', serial, reason: 'no_backup' };
            return backup === 'not-yet' ? null : { kind: 'prepared', serial, backup };
          });
        case 'check':
          return beside(rehearsal, 'check', async () => {
            // A workspace that restarts reports no problems of its running version: each would count as new.
            if (state.phase.kind === 'pending') return null;
            try {
              const report = await steps.check(state, rehearsal, effect.backup);
              const isRestarted = store.readState()?.generation !== state.generation;
              const isCompared = state.phase.kind === 'online';
              return report && !isRestarted ? { kind: 'checked', serial, report, isCompared } : null;
            } catch (error) {
              ports.reportError(error);
              return { kind: 'check-failed', serial };
            }
          });
        case 'probe': {
          const answer = await steps.probe(state, rehearsal).catch((error: unknown) => {
            ports.reportError(error);
            return 'not-ready' as const;
          });
          await handle({ kind: 'probed', serial, answer });
          return;
        }
        case 'remove':
          if (await steps.remove(state, rehearsal)) await handle({ kind: 'removed', serial });
          return;
        case 'carry-out': {
          const outcome = outcomeOfUpdate(state, rehearsal);
          if (outcome === 'not-begun')
            return beside(rehearsal, 'carry-out', () => carryOut(state, rehearsal));
          if (outcome !== null) await handle({ kind: 'carried-out', serial, result: outcome });
          return;
        }
      }
    } catch (error) {
      ports.reportError(error);
    }
  }

  /** @param work @returns null if the step is not done yet; undefined if the next alarm learns how it ended. */
  function beside(
    { serial }: RehearsalState,
    kind: RehearsalEffect['kind'],
    work: () => Promise<RehearsalEvent | null | undefined>,
  ): void {
    const notYet = { kind: 'not-yet', serial } as const;
    const now = clock.now();
    if (current?.serial === serial && current.kind === kind) {
      // It may never end.
      if (now - current.startedAt >= PREPARE_WITHIN_MS) void handle(notYet).catch(ports.reportError);
      return;
    }
    const mine = { serial, kind, startedAt: now };
    current = mine;
    void work()
      .catch((error: unknown) => {
        ports.reportError(error);
        return null;
      })
      .then((event) => (event === undefined ? null : handle(event ?? notYet)))
      .catch(ports.reportError)
      .finally(() => {
        if (current === mine) current = undefined;
      });
  }

  /**
   * Takes a last backup, then counts the active workflows and requests the update from the instance's machine.
   * @returns how far it came; null if the update has not begun, undefined once the workspace changes.
   */
  async function carryOut(
    state: InstanceState,
    rehearsal: RehearsalState,
  ): Promise<RehearsalEvent | null | undefined> {
    const { serial, target, updateAt, phase } = rehearsal;
    const end = (result: UpdateOutcome) => ({ kind: 'carried-out', serial, result }) as const;
    if (isCalledOff(state, rehearsal)) return end('dropped');
    if (isWithdrawn(await ports.releases(), target)) return end('withdrawn');
    const isOnline = state.phase.kind === 'online';
    const isSaved = phase.kind === 'changing' && phase.isSaved;
    if (isOnline && !isSaved)
      return (await ports.takeLastBackup(state)) ? { kind: 'saved', serial } : end('not_saved');
    const activeWorkflows = isOnline ? (await ports.process.usage(state.facts)).activeWorkflows : null;
    // The workspace may have changed meanwhile, or the time is over.
    const isBegun = () => {
      const now = store.readState();
      return !now || outcomeOfUpdate(now, rehearsal) !== 'not-begun';
    };
    const current = row.read();
    const isWaiting = current?.serial === serial && current.phase.kind === 'changing';
    if (isWaiting && store.readState()?.phase.kind === state.phase.kind && !isBegun()) {
      const isForced = updateAt !== null;
      await instance.handle({ kind: 'update-requested', target, activeWorkflows, isForced });
    }
    return isBegun() ? undefined : null;
  }

  return {
    handle,
    /** Call after the instance's state was stored. */
    onInstanceChanged: (after: InstanceState) => forgetDeleted(after),
    /** @returns the running rehearsal, or the last one's report; null before the first. */
    read: () => row.read(),

    async wake(): Promise<void> {
      const state = store.readState();
      if (!state) return;
      const { version } = state.configuration;
      await handle({ kind: 'woken', workspace: { version, shouldRun: shouldRun(state) } });
    },

    /**
     * Reconciliation found a copy: removes it unless a rehearsal is running.
     * @throws while the cluster is down.
     */
    async removeLeftOver(): Promise<void> {
      const state = store.readState();
      const rehearsal = row.read();
      if (!state || (rehearsal && isUnderWay(rehearsal))) return;
      await steps.remove(state, rehearsal);
    },
  };
}

/** @returns whether a forced update has another version or date by now, or none. */
function isCalledOff({ staleness }: InstanceState, { target, updateAt }: RehearsalState): boolean {
  return updateAt !== null && (staleness?.target !== target || staleness.updateAt !== updateAt);
}

/** @returns null while the workspace changes, by this update or otherwise. */
function outcomeOfUpdate(
  { configuration, lastUpdate, phase: current }: InstanceState,
  { from, target, phase }: RehearsalState,
): UpdateOutcome | 'not-begun' | null {
  if (current.kind === 'pending') return null;
  const begunAt = phase.kind === 'changing' ? phase.startedAt : Number.POSITIVE_INFINITY;
  const isEnded = lastUpdate?.target === target && lastUpdate.at >= begunAt;
  if (isEnded) return lastUpdate.result === 'requested' ? 'updated' : lastUpdate.result;
  if (configuration.version === target) return 'updated';
  return configuration.version === from && shouldRun({ phase: current }) ? 'not-begun' : 'dropped';
}

export type WorkspaceRehearsals = ReturnType<typeof workspaceRehearsals>;
