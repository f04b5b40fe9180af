import { KeyUnavailable } from '#app/crypto/workspace-key.ts';
import { ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import { isLimitRead } from '#app/domain/instance/executions-limit.ts';
import type { InstanceEffect, InstanceEvent, Refusal } from '#app/domain/instance/machine/events.ts';
import { decide } from '#app/domain/instance/machine/table.ts';
import { isSendable } from '#app/domain/instance/outbox.ts';
import { releaseToStartWith } from '#app/domain/instance/releases.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import { shouldRun } from '#app/domain/instance/timetable.ts';
import { MIN_READING_INTERVAL_MS } from '#app/domain/instance/usage.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { HOUR_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { WorkspaceBackups } from './backups.ts';
import { runEffect } from './effect-runner.ts';
import type { ForcedUpdateRehearsals, InstancePorts } from './ports.ts';
import type { InstanceSchedule } from './schedules.ts';

/** While a live connection is open: an execution appears on the dashboard within a minute. */
const USAGE_READ_INTERVAL_MS = 20 * SECOND_MS;

/**
 * The instance of one workspace: passes events to the pure machine, stores its decisions and runs their effects.
 * @param onChanged called with each stored state, before the alarm is set; only writes and starts work in the background.
 */
export function workspaceInstance(
  ports: InstancePorts & ForcedUpdateRehearsals,
  backups: Pick<WorkspaceBackups, 'onDayPassed' | 'dropOld' | 'wake'>,
  onChanged: (before: InstanceState | null, after: InstanceState) => void = () => {},
) {
  const { clock, store, alarms } = ports;
  let usageReadAt = Number.NEGATIVE_INFINITY;
  /** Whether the last reading succeeded, once it ends. */
  let reading = Promise.resolve(true);
  /** When the last reading is due that a refused request caused. */
  let limitReadAt = Number.NEGATIVE_INFINITY;

  /**
   * Writes state, schedules, outbox and alarm together before it runs any effect: after a crash, the armed schedule
   * repeats them.
   * @returns the state afterwards, or the refusal; null before there is an instance.
   */
  async function handle(event: InstanceEvent): Promise<InstanceState | Refusal | null> {
    const before = store.readState();
    const now = clock.now();
    const decision = decide(before, event, now);
    if (!decision || 'refused' in decision) return decision;
    const { state, effects } = decision;
    const hasOutbox = store.commit(before, decision);
    for (const effect of effects) {
      if (effect.kind === 'arm') alarms.set(effect.schedule, effect.at);
      if (effect.kind === 'cancel') alarms.cancel(effect.schedule);
    }
    if (hasOutbox) alarms.set('send-outbox', now);
    if (state !== before) onChanged(before, state);
    await alarms.rearm();
    if (effects.some(({ kind }) => kind === 'push')) ports.push(viewOf(state, now));
    for (const effect of effects) await act(state, effect);
    return store.readState();
  }

  /** Only a new instance needs a version: other facts do not wait for n8n's releases. @returns as `handle`. */
  async function receiveFacts(
    facts: InstanceFacts,
    changedAt?: number,
  ): Promise<InstanceState | Refusal | null> {
    if (store.readState()) return handle({ kind: 'facts-received', facts, changedAt });
    const first = releaseToStartWith(await ports.releases());
    if (!first) throw new Error('There is no release to start a workspace with.');
    return handle({ kind: 'facts-received', facts, version: first.name });
  }

  /** Only reports a failure: the armed schedule makes the next attempt. @returns whether the effect succeeded. */
  async function act(state: InstanceState, effect: InstanceEffect): Promise<boolean> {
    try {
      const event = await runEffect(ports, state, effect);
      if (event) await handle(event);
      return true;
    } catch (error) {
      ports.reportError(error);
      return false;
    }
  }

  /** Applies the generation unless the cluster has it, and reads the process's readiness. */
  async function probe(): Promise<void> {
    const state = store.readState();
    if (!state) return;
    const { phase } = state;
    const wanted = wantedOf(state);
    const { generation } = wanted;
    // Throws if the configuration lacks the cluster, which says nothing about the process: the alarm clock tries again.
    const cluster = ports.clusterOf(wanted.clusterId);
    try {
      if (phase.kind === 'removing' && !(await ports.backups.has(phase.backup.key, phase.backup.bytes))) {
        await handle({ kind: 'backup-missing' });
        return;
      }
      // Reconciliation can find parts of a deleted workspace in the cluster again.
      if (phase.kind === 'removing' || phase.kind === 'deleted') {
        const isGone = await cluster.remove(wanted);
        if (isGone && phase.kind === 'removing') await handle({ kind: 'removed' });
        else await handle({ kind: 'probed', generation, answer: isGone ? 'missing' : 'not-ready' });
        return;
      }
      if (!state.isApplied) {
        await cluster.apply(wanted, await ports.keysFor(wanted.workspaceId, generation));
        await handle({ kind: 'applied', generation });
        if (wanted.replicas === 0 && phase.kind !== 'pending') return;
      }
      const update = phase.kind === 'pending' ? phase.update : undefined;
      const answer =
        update?.step === 'saving'
          ? await cluster.saveData(wanted, update.snapshot)
          : await cluster.readiness(wanted);
      await handle({ kind: 'probed', generation, answer, isJustApplied: !state.isApplied });
    } catch (error) {
      await onProbeFailed(generation, error);
    }
  }

  async function onProbeFailed(generation: number, error: unknown): Promise<void> {
    ports.reportError(error);
    // A refusal is an answer: it counts as a polling attempt.
    const isSilent = error instanceof ClusterUnavailable;
    // A missing key says nothing about the process, which keeps running.
    const isUnknown = isSilent || error instanceof KeyUnavailable;
    await handle({
      kind: 'probed',
      generation,
      answer: isUnknown ? 'unreachable' : 'not-ready',
      retryAfterMs: isSilent ? error.retryAfterMs : undefined,
    });
  }

  /** Reads the usage of an Online workspace; one reading serves all calls within some seconds. @returns false if it failed. */
  async function readUsage(): Promise<boolean> {
    const state = store.readState();
    const now = clock.now();
    if (state?.phase.kind !== 'online') return true;
    if (Math.abs(now - usageReadAt) >= USAGE_READ_INTERVAL_MS / 2) {
      usageReadAt = now;
      reading = act(state, { kind: 'read-usage' });
    }
    return reading;
  }

  /**
   * The process refused a request at its execution limit: reads the usage within a minute, since the next probe may be
   * an hour away. Later calls do nothing once a reading shows the limit, nor while a failed one is tried again.
   */
  async function onLimitReached(): Promise<void> {
    const state = store.readState();
    const now = clock.now();
    const isScheduled = Math.abs(now - limitReadAt) < MIN_READING_INTERVAL_MS;
    if (state?.phase.kind !== 'online' || isScheduled || isLimitRead(state, now)) return;
    if (alarms.isRetrying('usage-level')) return;
    limitReadAt = Math.max(now, usageReadAt + MIN_READING_INTERVAL_MS);
    alarms.setBy('usage-level', limitReadAt);
    await alarms.rearm();
  }

  /** Reads the usage now, and repeatedly while a live connection is open. */
  async function followUsage(): Promise<void> {
    const state = store.readState();
    if (!state || !shouldRun(state) || !ports.isWatched()) return;
    alarms.set('usage', clock.now() + USAGE_READ_INTERVAL_MS);
    await alarms.rearm();
    await readUsage();
  }

  /** @throws when the database is down: the alarm clock retries with a growing delay. */
  async function sendOutbox(): Promise<void> {
    const state = store.readState();
    const entries = store.outbox();
    if (!state || entries.length === 0) return;
    const sendable = entries.filter(({ item }) => isSendable(item));
    if (sendable.length > 0) {
      const items = sendable.map(({ item }) => item);
      await ports.sendOutbox(state.facts, items);
      store.acknowledge(sendable);
    }
    if (sendable.length < entries.length) {
      alarms.setBy('send-outbox', clock.now() + HOUR_MS);
      await alarms.rearm();
    }
  }

  /** @param name of a due schedule. */
  async function wake(name: InstanceSchedule): Promise<void> {
    switch (name) {
      case 'probe':
        return probe();
      case 'send-outbox':
        return sendOutbox();
      case 'usage':
        return followUsage();
      case 'usage-level':
        // A warning is due, and the next probe may be an hour away.
        if (!(await readUsage())) alarms.retry('usage-level', MIN_READING_INTERVAL_MS);
        return;
      case 'timetable':
      case 'update':
      case 'month-close':
      case 'saved-expiry':
        await handle({ kind: `${name}-due` });
        return;
      case 'day':
        // First: this also sets the schedule's next date, and a crash during its effects must not cost the day's backup.
        backups.onDayPassed();
        await handle({ kind: 'day-passed' });
        return;
      case 'backup-expiry':
        await handle({ kind: 'backup-expiry-due' });
        backups.dropOld();
        return;
      case 'daily-backup':
      case 'backup':
      case 'backup-drop':
      case 'upload-expiry':
        return backups.wake(name);
      default:
        // After a rollback, a schedule of the newer version stays due until that version is deployed again.
        throw new Error(`Unknown schedule: ${name}.`);
    }
  }

  return { handle, receiveFacts, probe, wake, readUsage, followUsage, onLimitReached };
}
