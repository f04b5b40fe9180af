import { createHash } from 'node:crypto';
import { BACKUP_LIMITS } from '#app/domain/backup/archive.ts';
import type { Backup } from '#app/domain/backup/backup.ts';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { importInBatches } from '#app/domain/backup/import-body.ts';
import { backupKey } from '#app/domain/backup/keys.ts';
import type { WorkflowFile } from '#app/domain/backup/workflow-file.ts';
import { ClusterUnavailable, type ProcessKeys } from '#app/domain/instance/cluster-port.ts';
import { announcedFields } from '#app/domain/instance/engine-versions.ts';
import type { ClusterAnswer } from '#app/domain/instance/machine/events.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import {
  type ComparedWorkflow,
  type RehearsalReport,
  reportOf,
} from '#app/domain/instance/rehearsal/report.ts';
import type { RehearsalState, RehearsedBackup } from '#app/domain/instance/rehearsal/state.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { type WantedInstance, wantedOf } from '#app/domain/instance/wanted.ts';
import { engineVersions } from '#app/integrations/releases/engine-versions.ts';
import type { InstancePorts } from './ports.ts';
import { takeBackup } from './take-backup.ts';
import { digestExport, digestWorkflow } from './workflow-digests.ts';

export interface RehearsalPorts
  extends Pick<
    InstancePorts,
    'clock' | 'clusterOf' | 'keysFor' | 'process' | 'backups' | 'archives' | 'reportError'
  > {
  /** The complete backups, newest first. */
  backupRows: { all(): Backup[] };
  /** The process of the copy. */
  copyProcess: WorkspaceProcess;
}

/** @returns the key of a rehearsal's own export: one per workspace, so that none is left over. */
function rehearsalKey(workspaceId: string): string {
  return `rehearsal/${workspaceId}.zip`;
}

/** The steps of a rehearsal outside the object; each is idempotent. */
export function rehearsalSteps(ports: RehearsalPorts) {
  /**
   * Exports the workflows of an Online workspace; takes the newest backup of any other workspace.
   * @returns 'not-yet' while the workspace changes, 'none' without a backup. @throws when the export or the store fails.
   */
  async function prepare(state: InstanceState): Promise<RehearsedBackup | 'none' | 'not-yet'> {
    const { workspaceId } = state.facts;
    if (state.phase.kind === 'online') {
      const key = rehearsalKey(workspaceId);
      await takeBackup(ports, state, { key, takenAt: ports.clock.now() });
      return { key, isOwn: true };
    }
    if (state.phase.kind === 'pending') return 'not-yet';
    const newest = ports.backupRows.all()[0];
    return newest ? { key: backupKey(workspaceId, newest.id), isOwn: false } : 'none';
  }

  /** Applies the copy to the cluster unless it is there. @returns the cluster's answer about the copy. */
  async function probe(state: InstanceState, rehearsal: RehearsalState): Promise<ClusterAnswer> {
    const wanted = describeCopy(state, rehearsal);
    const cluster = ports.clusterOf(wanted.clusterId);
    try {
      const answer = await cluster.readiness(wanted);
      if (answer === 'missing') await cluster.apply(wanted, await copyKeys(state));
      return answer;
    } catch (error) {
      if (error instanceof ClusterUnavailable) return 'unreachable';
      throw error;
    }
  }

  /**
   * Imports the workflows into the copy, and compares its results.
   * @returns null if the running version does not answer.
   * @throws when the copy does not.
   */
  async function check(
    state: InstanceState,
    { from, target }: RehearsalState,
    backup: RehearsedBackup,
  ): Promise<RehearsalReport | null> {
    const { facts } = state;
    const archive = await ports.backups.open(backup.key);
    if (!archive) throw new Error('The backup store lost the workflows of the rehearsal.');
    // The copy cannot import them either: the report lists them, and they block nothing.
    const { unrestorable } = await ports.archives.readExtras(archive, BACKUP_LIMITS);
    const given = unrestorable.map(
      (name): ComparedWorkflow => ({ id: name, name, isActive: false, digest: '', fields: null }),
    );
    const workflows = compareWorkflows(ports.archives.read(archive, BACKUP_LIMITS), given);
    // A workflow that the copy refuses is missing in its export.
    await importInBatches(workflows, (body) => ports.copyProcess.importWorkflows(facts, body));
    const next = await ports.copyProcess.check(facts);
    const returned: ComparedWorkflow[] = [];
    const exported = splitExport(await ports.copyProcess.exportWorkflows(facts));
    for await (const workflow of digestExport(exported)) returned.push(workflow);
    const announced = announcedFields(engineVersions, from, target);
    const comparison = { next, given, returned, announced };
    // Each problem of the copy counts as new if the workspace cannot report its own.
    if (next.problems.length === 0 || state.phase.kind !== 'online')
      return reportOf({ ...comparison, current: null });
    try {
      const current = await ports.process.check(facts);
      return reportOf({ ...comparison, current });
    } catch (error) {
      ports.reportError(error);
      return null;
    }
  }

  /** @returns whether the copy is completely gone. @throws while the cluster or the store is down. */
  async function remove(state: InstanceState, rehearsal: RehearsalState | null): Promise<boolean> {
    const wanted = { ...describeCopy(state, rehearsal), replicas: 0 as const };
    const isGone = await ports.clusterOf(wanted.clusterId).remove(wanted);
    if (isGone) await removeExport(state);
    return isGone;
  }

  function removeExport({ facts }: InstanceState): Promise<void> {
    return ports.backups.remove(rehearsalKey(facts.workspaceId));
  }

  async function copyKeys({ facts, generation }: InstanceState): Promise<ProcessKeys> {
    const keys = await ports.keysFor(facts.workspaceId, generation);
    return {
      signInKey: copyKey('sign-in', keys.signInKey),
      encryptionKey: copyKey('encryption', keys.signInKey),
      signInVersion: keys.signInVersion,
    };
  }

  return { prepare, probe, check, remove, removeExport };
}

/** The copy runs an untested version: it gets separate keys, derived from the workspace's. */
export function copyKey(purpose: 'sign-in' | 'encryption', signInKey: string): string {
  return createHash('sha256').update(`rehearsal:${purpose}:${signInKey}`).digest('hex');
}

/** @returns the copy as the cluster should run it. */
function describeCopy(state: InstanceState, rehearsal: RehearsalState | null): WantedInstance {
  return {
    ...wantedOf(state),
    version: rehearsal?.target ?? state.configuration.version,
    replicas: 1,
    purpose: 'rehearsal',
    // No one but the portal ever reaches a copy; a closed one would take the workspace's second Service.
    isClosed: false,
    restarts: 0,
    storage: { claim: 0, snapshot: null },
    generation: rehearsal?.serial ?? 0,
  };
}

/** Passes workflows on, and records each for the comparison. */
async function* compareWorkflows(
  workflows: AsyncIterable<WorkflowFile>,
  into: ComparedWorkflow[],
): AsyncGenerator<WorkflowFile> {
  for await (const workflow of workflows) {
    const { id, name, isActive } = workflow;
    into.push({ id, name, isActive, ...digestWorkflow(workflow) });
    yield workflow;
  }
}
