import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { InstanceEvent, Refusal } from '#app/domain/instance/machine/events.ts';
import {
  decideRehearsal,
  type RehearsalEffect,
  type RehearsalEvent,
} from '#app/domain/instance/rehearsal/machine.ts';
import { isUnderWay, type RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { shouldRun } from '#app/domain/instance/timetable.ts';
import type { InstancePorts } from './ports.ts';
import { type RehearsalPorts, rehearsalSteps } from './rehearsal-steps.ts';

export const REHEARSAL_SCHEDULE = 'rehearsal';

interface Ports extends RehearsalPorts, Pick<InstancePorts, 'store' | 'alarms' | 'reportError'> {
  /** Durable storage of the running rehearsal, or of the last one's report. */
  rehearsalRow: { read(): RehearsalState | null; write(state: RehearsalState): void };
}

/** The rehearsals of one workspace's updates: passes events to the pure machine, stores its decisions and runs their effects. */
export function workspaceRehearsals(
  ports: Ports,
  instance: { handle(event: InstanceEvent): Promise<InstanceState | Refusal | null> },
) {
  const { clock, store, alarms, rehearsalRow: row } = ports;
  const steps = rehearsalSteps(ports);
  /** A long step runs beside the object's other work, once. */
  let current: { serial: number; kind: RehearsalEffect['kind'] } | undefined;

  /** Stores the decision together with the alarm before it runs any effect: after a crash the alarm repeats the effects. */
  async function handle(event: RehearsalEvent): Promise<{ refused: ErrorCode } | null> {
    const before = row.read();
    const decision = decideRehearsal(before, event, clock.now());
    if ('refused' in decision) return decision;
    const { state, effects } = decision;
    if (state && state !== before) row.write(state);
    for (const effect of effects) {
      if (effect.kind === 'arm') alarms.set(REHEARSAL_SCHEDULE, effect.at);
      if (effect.kind === 'cancel') alarms.cancel(REHEARSAL_SCHEDULE);
    }
    await alarms.rearm();
    for (const effect of effects) if (state) await act(state, effect);
    return null;
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
        case 'prepare':
          return beside(rehearsal, 'prepare', async () => {
            const backup = await steps.prepare(state);
            if (backup === 'none') return { kind: 'prepare-failed', serial, reason: 'no_backup' };
            return backup === 'not-yet' ? null : { kind: 'prepared', serial, backup };
          });
        case 'check':
          return beside(rehearsal, 'check', async () => {
            try {
              return { kind: 'checked', serial, report: await steps.check(state, effect.backup) };
            } catch (error) {
              ports.reportError(error);
              return { kind: 'check-failed', serial };
            }
          });
        case 'probe':
          await handle({ kind: 'probed', serial, answer: await steps.probe(state, rehearsal) });
          return;
        case 'remove':
          if (await steps.remove(state, rehearsal)) await handle({ kind: 'removed', serial });
          return;
        case 'carry-out':
          await handle({ kind: 'carried-out', serial, isCarriedOut: await carryOut(state, rehearsal) });
          return;
      }
    } catch (error) {
      ports.reportError(error);
    }
  }

  function beside(
    { serial }: RehearsalState,
    kind: RehearsalEffect['kind'],
    work: () => Promise<RehearsalEvent | null>,
  ): void {
    if (current?.serial === serial && current.kind === kind) return;
    const mine = { serial, kind };
    current = mine;
    void work()
      .then((event) => event && handle(event))
      .catch(ports.reportError)
      .finally(() => {
        if (current === mine) current = undefined;
      });
  }

  /** Changes the version, if the workspace still runs the one it was rehearsed from. @returns whether it is changed. */
  async function carryOut(state: InstanceState, { from, target }: RehearsalState): Promise<boolean> {
    const { version } = state.configuration;
    // The object died after the change and before its answer.
    if (version === target) return true;
    if (version !== from) return false;
    const { accountId } = state.facts;
    // The request was checked against all releases, and confirmed.
    const releases = [{ name: target, createdAt: 0, hasBreakingChange: false, hasSecurityFix: false }];
    const changed = await instance.handle({
      kind: 'configuration-requested',
      accountId,
      change: { version: target },
      releases,
    });
    return changed !== null && !('refused' in changed);
  }

  return {
    handle,
    /** @returns the running rehearsal, or the last one's report; null before the first. */
    read: () => row.read(),

    async wake(): Promise<void> {
      const state = store.readState();
      if (!state) return;
      const { version } = state.configuration;
      await handle({ kind: 'woken', workspace: { version, shouldRun: shouldRun(state) } });
    },

    /** Reconciliation found a copy: a running rehearsal goes on, any other copy is removed. @throws while the cluster is down. */
    async removeLeftOver(): Promise<void> {
      const state = store.readState();
      const rehearsal = row.read();
      if (!state || (rehearsal && isUnderWay(rehearsal))) return;
      await steps.remove(state, rehearsal);
    },
  };
}

export type WorkspaceRehearsals = ReturnType<typeof workspaceRehearsals>;
