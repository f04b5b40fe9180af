import { createHash } from 'node:crypto';
import { BACKUP_LIMITS } from '#app/domain/backup/archive.ts';
import type { Backup } from '#app/domain/backup/backup.ts';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { batchImports } from '#app/domain/backup/import-body.ts';
import { backupKey } from '#app/domain/backup/keys.ts';
import type { WorkflowFile } from '#app/domain/backup/workflow-file.ts';
import { ClusterUnavailable, type ProcessKeys } from '#app/domain/instance/cluster-port.ts';
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
import type { InstancePorts } from './ports.ts';
import { takeBackup } from './take-backup.ts';

/** A larger workflow is compared as a whole: parsing it would take too much of the object's memory. */
const MAX_PARSED_BYTES = 1024 * 1024;

export interface RehearsalPorts
  extends Pick<
    InstancePorts,
    'clock' | 'clusterOf' | 'keysFor' | 'signInKeyOf' | 'process' | 'backups' | 'archives'
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

/** The steps of a rehearsal outside the object; each is harmless to repeat. */
export function rehearsalSteps(ports: RehearsalPorts) {
  /**
   * Exports the workflows of an Online workspace; takes the newest backup of another one.
   * @returns null while there is nothing to rehearse with. @throws when the export or the store fails.
   */
  async function prepare(state: InstanceState): Promise<RehearsedBackup | 'none' | 'not-yet'> {
    const { workspaceId } = state.facts;
    if (state.phase.kind === 'online') {
      const key = rehearsalKey(workspaceId);
      const additions = { version: state.configuration.version };
      await takeBackup(ports, state.facts, { key, takenAt: ports.clock.now(), additions });
      return { key, isOwn: true };
    }
    if (state.phase.kind === 'pending') return 'not-yet';
    const newest = ports.backupRows.all()[0];
    return newest ? { key: backupKey(workspaceId, newest.id), isOwn: false } : 'none';
  }

  /** Applies the copy to the cluster. @returns the cluster's answer about it. */
  async function probe(state: InstanceState, rehearsal: RehearsalState): Promise<ClusterAnswer> {
    const wanted = describeCopy(state, rehearsal);
    const cluster = ports.clusterOf(wanted.clusterId);
    try {
      const answer = await cluster.readiness(wanted);
      if (answer !== 'missing') return answer;
      await cluster.apply(wanted, await copyKeys(state));
      return 'not-ready';
    } catch (error) {
      if (error instanceof ClusterUnavailable) return 'unreachable';
      throw error;
    }
  }

  /** Gives the copy the workflows, and compares what it makes of them. @throws when the copy does not answer. */
  async function check(state: InstanceState, backup: RehearsedBackup): Promise<RehearsalReport> {
    const { facts } = state;
    const { signInKey } = await copyKeys(state);
    const archive = await ports.backups.open(backup.key);
    if (!archive) throw new Error('The backup store lost the workflows of the rehearsal.');
    const given: ComparedWorkflow[] = [];
    const workflows = compareWorkflows(ports.archives.read(archive, BACKUP_LIMITS), given);
    for await (const body of batchImports(workflows)) {
      await ports.copyProcess.importWorkflows(facts, signInKey, body);
    }
    const next = await ports.copyProcess.check(facts, signInKey);
    const returned: ComparedWorkflow[] = [];
    const exported = splitExport(await ports.copyProcess.exportWorkflows(facts, signInKey));
    for await (const _workflow of compareWorkflows(exported, returned));
    return reportOf({ current: await checkCurrentVersion(state), next, given, returned });
  }

  /** @returns the running version's own problems; null when it does not say, such as an older hook. */
  async function checkCurrentVersion({ facts, phase }: InstanceState) {
    if (phase.kind !== 'online') return null;
    try {
      return await ports.process.check(facts, await ports.signInKeyOf(facts.workspaceId));
    } catch {
      // Every problem then counts as new: the report says more, and never less.
      return null;
    }
  }

  /** @returns whether nothing of the copy is left. @throws while the cluster or the store is down. */
  async function remove(state: InstanceState, rehearsal: RehearsalState | null): Promise<boolean> {
    const wanted = { ...describeCopy(state, rehearsal), replicas: 0 as const };
    const isGone = await ports.clusterOf(wanted.clusterId).remove(wanted);
    if (isGone) await ports.backups.remove(rehearsalKey(state.facts.workspaceId));
    return isGone;
  }

  /** The copy runs an untested version: it gets separate keys, derived from the workspace's. */
  async function copyKeys({ facts, generation }: InstanceState): Promise<ProcessKeys> {
    const keys = await ports.keysFor(facts.workspaceId, generation);
    const derive = (purpose: string) =>
      createHash('sha256').update(`rehearsal:${purpose}:${keys.signInKey}`).digest('hex');
    return {
      signInKey: derive('sign-in'),
      encryptionKey: derive('encryption'),
      signInVersion: keys.signInVersion,
    };
  }

  return { prepare, probe, check, remove };
}

/** @returns the copy as the cluster should run it. */
function describeCopy(state: InstanceState, rehearsal: RehearsalState | null): WantedInstance {
  return {
    ...wantedOf(state),
    version: rehearsal?.target ?? state.configuration.version,
    replicas: 1,
    purpose: 'rehearsal',
    restarts: 0,
    storage: { claim: 0, snapshot: null },
    generation: rehearsal?.serial ?? 0,
  };
}

/** Passes workflows on, and notes each for the comparison. */
async function* compareWorkflows(
  workflows: AsyncIterable<WorkflowFile>,
  into: ComparedWorkflow[],
): AsyncGenerator<WorkflowFile> {
  for await (const workflow of workflows) {
    const { id, name, bytes, chunks } = workflow;
    const hash = createHash('sha256');
    for (const chunk of chunks) hash.update(chunk);
    const fields = bytes <= MAX_PARSED_BYTES ? fieldDigests(Buffer.concat(chunks).toString('utf8')) : null;
    into.push({ id, name, digest: hash.digest('base64'), fields });
    yield workflow;
  }
}

function fieldDigests(text: string): Map<string, string> {
  const fields = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return new Map(
    fields.map(([field, value]) => [
      field,
      createHash('sha256')
        .update(JSON.stringify(value) ?? '')
        .digest('base64'),
    ]),
  );
}
