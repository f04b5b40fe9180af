import { ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import { shouldRun } from '#app/domain/instance/machine/change.ts';
import { decide } from '#app/domain/instance/machine/decide.ts';
import type {
  InstanceEffect,
  InstanceEvent,
  Refusal,
  ScheduleName,
} from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { BackupSchedule, WorkspaceBackups } from './backups.ts';
import { createEffectRunner } from './effects.ts';
import { KeyUnavailable } from './keys.ts';
import type { InstancePorts } from './ports.ts';

/** The object's schedules: the instance's own, its backups', sending the outbox to the database, reading the usage. */
type WorkspaceSchedule = ScheduleName | BackupSchedule | 'send-outbox' | 'usage';

/** How often the usage is read while somebody watches: an execution shows on the dashboard within a minute. */
const USAGE_READ_INTERVAL_MS = 20 * SECOND_MS;

/** The instance of one workspace: takes events to the pure machine, keeps what it decides, then acts on it. */
export function workspaceInstance(
  ports: InstancePorts,
  backups: Pick<WorkspaceBackups, 'dayPassed' | 'dropOld' | 'wake'>,
) {
  const { clock, store, alarms } = ports;
  const runEffect = createEffectRunner(ports);
  let usageReadAt = Number.NEGATIVE_INFINITY;

  /**
   * State, schedules and outbox are written in one go and together with the alarm, before any effect reaches the
   * outside: whatever dies afterwards is done again by the schedule that is armed.
   *
   * @returns the state afterwards, or why nothing was changed; null when there is no instance yet.
   */
  async function handle(event: InstanceEvent): Promise<InstanceState | Refusal | null> {
    const before = store.readState();
    const now = clock.now();
    const decision = decide(before, event, now);
    if (!decision || 'refused' in decision) return decision;
    const { state, effects } = decision;
    const hasOutbox = store.commit(before, decision);
    for (const effect of effects) schedule(effect);
    if (hasOutbox) alarms.set('send-outbox' satisfies WorkspaceSchedule, now);
    await alarms.rearm();
    if (effects.some(({ kind }) => kind === 'push')) ports.push(viewOf(state, now));
    for (const effect of effects) await act(state, effect);
    return store.readState();
  }

  function schedule(effect: InstanceEffect): void {
    if (effect.kind === 'arm') alarms.set(effect.schedule, effect.at);
    if (effect.kind === 'cancel') alarms.cancel(effect.schedule);
  }

  /** A failure is reported and no more: the schedule that is armed brings the next attempt. */
  async function act(state: InstanceState, effect: InstanceEffect): Promise<void> {
    try {
      const event = await runEffect(state, effect);
      if (event) await handle(event);
    } catch (error) {
      ports.reportError(error);
    }
  }

  /** Applies the generation unless the cluster has it, and asks how the process is. */
  async function probe(): Promise<void> {
    const state = store.readState();
    if (!state) return;
    if (state.phase.kind === 'removing') return remove(state);
    const wanted = wantedOf(state);
    const { generation } = wanted;
    const cluster = ports.clusterOf(wanted.clusterId);
    try {
      if (state.phase.kind === 'deleted') {
        // Asked for by reconciliation alone: something of it turned up again.
        const isGone = await cluster.remove(wanted);
        await handle({ kind: 'probed', generation, answer: isGone ? 'missing' : 'not-ready' });
        return;
      }
      if (!state.isApplied) {
        await cluster.apply(wanted, await ports.keysFor(wanted.workspaceId, generation));
        await handle({ kind: 'applied', generation });
        if (wanted.replicas === 0) return;
      }
      const answer = await cluster.readiness(wanted);
      await handle({ kind: 'probed', generation, answer, isJustApplied: !state.isApplied });
    } catch (error) {
      await probeFailed(generation, error);
    }
  }

  async function remove(state: InstanceState): Promise<void> {
    const wanted = wantedOf(state);
    if (state.phase.kind !== 'removing') return;
    try {
      const { key, bytes } = state.phase.backup;
      if (!(await ports.backups.has(key, bytes))) {
        await handle({ kind: 'backup-missing' });
        return;
      }
      const isGone = await ports.clusterOf(wanted.clusterId).remove(wanted);
      await handle(
        isGone ? { kind: 'removed' } : { kind: 'probed', generation: wanted.generation, answer: 'not-ready' },
      );
    } catch (error) {
      await probeFailed(wanted.generation, error);
    }
  }

  async function probeFailed(generation: number, error: unknown): Promise<void> {
    ports.reportError(error);
    // A cluster that refuses has answered: the attempts of the polling count.
    const isSilent = error instanceof ClusterUnavailable;
    // A key that is to be put back says nothing of the process: what runs goes on running.
    const isUnknown = isSilent || error instanceof KeyUnavailable;
    await handle({
      kind: 'probed',
      generation,
      answer: isUnknown ? 'unreachable' : 'not-ready',
      retryAfterMs: isSilent ? error.retryAfterMs : undefined,
    });
  }

  /** Reads what an Online workspace counted; one reading serves all that ask for it within some seconds. */
  async function readUsage(): Promise<void> {
    const state = store.readState();
    const now = clock.now();
    const isRecent = Math.abs(now - usageReadAt) < USAGE_READ_INTERVAL_MS / 2;
    if (state?.phase.kind !== 'online' || isRecent) return;
    usageReadAt = now;
    await act(state, { kind: 'read-usage' });
  }

  /** Reads the usage now, and again and again while somebody watches. */
  async function followUsage(): Promise<void> {
    const state = store.readState();
    if (!state || !shouldRun(state) || !ports.isWatched()) return;
    alarms.set('usage' satisfies WorkspaceSchedule, clock.now() + USAGE_READ_INTERVAL_MS);
    await alarms.rearm();
    await readUsage();
  }

  /** @throws when the database is down: the alarm clock repeats it, later and later. */
  async function sendOutbox(): Promise<void> {
    const state = store.readState();
    const entries = store.outbox();
    if (!state || entries.length === 0) return;
    const items = entries.map(({ item }) => item);
    await ports.sendOutbox(state.facts, items);
    store.acknowledge(entries);
  }

  /** @param name of a schedule that has come due. */
  async function wake(name: string): Promise<void> {
    switch (name as WorkspaceSchedule) {
      case 'probe':
        return probe();
      case 'send-outbox':
        return sendOutbox();
      case 'usage':
        return followUsage();
      case 'timetable':
        await handle({ kind: 'timetable-due' });
        return;
      case 'day':
        await handle({ kind: 'day-passed' });
        backups.dayPassed();
        return;
      case 'update':
        await handle({ kind: 'update-due' });
        return;
      case 'backup-expiry':
        await handle({ kind: 'backup-expiry-due' });
        backups.dropOld();
        return;
      case 'daily-backup':
      case 'backup':
      case 'backup-drop':
        return backups.wake(name);
    }
  }

  return { handle, probe, wake, readUsage, followUsage };
}
