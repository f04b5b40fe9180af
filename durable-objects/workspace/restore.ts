import {
  type ArchiveExtras,
  ArchiveInvalid,
  type ArchiveLimits,
  type ArchiveSource,
  ArchiveTooLarge,
  BACKUP_LIMITS,
  UPLOAD_LIMITS,
} from '#app/domain/backup/archive.ts';
import { compareWorkflows, type WorkflowDigest } from '#app/domain/backup/compare.ts';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { importInBatches } from '#app/domain/backup/import-body.ts';
import { uploadPrefix } from '#app/domain/backup/keys.ts';
import {
  MAX_NAMED_FILES,
  type RestoreOutcome,
  type RestorePreview,
  type RestoreSource,
} from '#app/domain/backup/restore.ts';
import type { WorkflowFile } from '#app/domain/backup/workflow-file.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { compareVersions } from '#app/domain/instance/releases.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { RestoreChoice } from '#app/use-cases/workspace/rpc-requests.ts';
import { inSequence } from '../in-sequence.ts';
import type { WorkspaceBackups } from './backups.ts';
import { whileOnline } from './guards.ts';
import type { InstancePorts } from './ports.ts';
import { digestExport } from './workflow-digests.ts';

const notRestored = 'credentials_not_restored';

interface OpenArchive {
  source: ArchiveSource;
  limits: ArchiveLimits;
  extras: ArchiveExtras;
}

/** Restores archives into the running workspace: one at a time, each after a backup of the current workflows. */
export function workspaceRestores(ports: InstancePorts, backups: WorkspaceBackups) {
  const oneAtATime = inSequence();
  // A preview keeps a workflow of up to 33 MiB in memory, packed and unpacked, and the objects of an isolate share
  // 128 MB (https://developers.cloudflare.com/workers/platform/limits/#memory): previews run one at a time. They never
  // wait for a restore.
  const onePreview = inSequence();

  async function preview(state: InstanceState, source: RestoreSource): Promise<RpcResult<RestorePreview>> {
    const archive = await openArchive(state, source);
    if (!archive.ok) return archive;
    const changes = await compare(state.facts, archive.value);
    const { credentials, unrestorable: files } = archive.value.extras;
    const unrestorable = { count: files.length, names: files.slice(0, MAX_NAMED_FILES) };
    return { ok: true, value: { ...changes, hasCredentials: credentials !== null, unrestorable } };
  }

  async function restore(
    state: InstanceState,
    source: RestoreSource,
    { workflowIds, passphrase }: RestoreChoice,
  ): Promise<RpcResult<RestoreOutcome>> {
    const found = await openArchive(state, source);
    if (!found.ok) return found;
    const archive = found.value;
    // Reads the archive to its end first, so that a broken archive changes nothing.
    const { changes } = await compare(state.facts, archive);
    const chosen = workflowIds && new Set(workflowIds);
    const wanted = changes.filter(({ id, change }) => (chosen ? chosen.has(id) : change !== 'unchanged'));
    const count = (change: string) => wanted.filter((workflow) => workflow.change === change).length;
    const outcome = {
      added: count('added'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      credentials: passphrase !== null,
    };
    const differing = new Set(wanted.filter(({ change }) => change !== 'unchanged').map(({ id }) => id));
    const document = archive.extras.credentials;
    if (passphrase !== null && !document) return { ok: false, code: 'no_credentials' };
    // Under the archive's passphrase, for the backup before the restore.
    const previous =
      passphrase === null
        ? null
        : await askWorkspace(notRestored, () => ports.process.exportCredentials(state.facts, passphrase));
    if (previous?.ok === false) return previous;
    if (differing.size > 0 || previous) {
      // Before any change: the backup keeps what is replaced, whatever fails afterwards.
      const safety = await backups.startFresh(state, previous?.value);
      if (!(await safety.ended)) return { ok: false, code: 'backups_unavailable' };
      // The archive was compared with the version and the workflows of this generation.
      if (ports.store.readState()?.generation !== state.generation)
        return { ok: false, code: 'workspace_not_online' };
      // Before the workflows: only the workspace can check the passphrase.
      if (document && passphrase !== null) {
        const { facts } = state;
        const isRight = await askWorkspace(notRestored, () =>
          ports.process.importCredentials(facts, { document, passphrase }),
        );
        if (!isRight.ok) return isRight;
        if (!isRight.value) {
          // Nothing was changed, and no one knows the passphrase of this backup.
          backups.drop([safety.id]);
          return { ok: false, code: 'passphrase_wrong' };
        }
      }
      const areAccepted = await askWorkspace('restore_failed', () => send(state.facts, archive, differing));
      if (!areAccepted.ok) return areAccepted;
      // The archive stays: its next preview lists what was refused.
      if (!areAccepted.value) return { ok: false, code: 'workflows_refused' };
    }
    if (source.kind === 'upload') await ports.backups.remove(source.key).catch(ports.reportError);
    return { ok: true, value: outcome };
  }

  /** @returns the workspace's answer; a refusal with this code without one. */
  async function askWorkspace<T>(code: ErrorCode, ask: () => Promise<T>): Promise<RpcResult<T>> {
    try {
      return { ok: true, value: await ask() };
    } catch (error) {
      ports.reportError(error);
      return { ok: false, code };
    }
  }

  /** @returns whether the workspace accepts every workflow. */
  function send(facts: InstanceFacts, archive: OpenArchive, ids: ReadonlySet<string>): Promise<boolean> {
    return importInBatches(filterById(ports.archives.read(archive.source, archive.limits), ids), (body) =>
      ports.process.importWorkflows(facts, body),
    );
  }

  async function openArchive(state: InstanceState, source: RestoreSource): Promise<RpcResult<OpenArchive>> {
    const key =
      source.kind === 'upload' ? source.key : (backups.archive(state, source.backupId)?.key ?? null);
    const isForeign = source.kind === 'upload' && !source.key.startsWith(uploadPrefix(state.facts.accountId));
    const found = key === null || isForeign ? null : await ports.backups.open(key);
    if (!found) return { ok: false, code: 'backup_not_found' };
    const limits = source.kind === 'upload' ? UPLOAD_LIMITS : BACKUP_LIMITS;
    const extras = await ports.archives.readExtras(found, limits);
    // n8n only promises to read exports of the same or an older version.
    if (extras.version !== null && compareVersions(extras.version, state.configuration.version) > 0)
      return { ok: false, code: 'archive_newer' };
    return { ok: true, value: { source: found, limits, extras } };
  }

  async function compare(
    facts: InstanceFacts,
    { source, limits }: OpenArchive,
  ): Promise<Pick<RestorePreview, 'changes' | 'untouched'>> {
    const archived = await digests(ports.archives.read(source, limits));
    const current = await digests(splitExport(await ports.process.exportWorkflows(facts)));
    return compareWorkflows(archived, current);
  }

  /** Acts on the workspace as it is once its turn comes. Maps an error before any change to its code. */
  async function asResult<T>(
    accountId: string,
    action: (state: InstanceState) => Promise<RpcResult<T>>,
  ): Promise<RpcResult<T>> {
    try {
      return await whileOnline(ports, accountId, action);
    } catch (error) {
      if (error instanceof ArchiveInvalid) return { ok: false, code: 'archive_invalid' };
      if (error instanceof ArchiveTooLarge) return { ok: false, code: 'archive_too_large' };
      ports.reportError(error);
      return { ok: false, code: 'backups_unavailable' };
    }
  }

  return {
    preview: (accountId: string, source: RestoreSource) =>
      onePreview(() => asResult(accountId, (state) => preview(state, source))),
    restore: (accountId: string, source: RestoreSource, chosen: RestoreChoice) =>
      oneAtATime(() =>
        backups.whileKept(() => asResult(accountId, (state) => restore(state, source, chosen))),
      ),
  };
}

async function digests(workflows: AsyncIterable<WorkflowFile>): Promise<WorkflowDigest[]> {
  const found: WorkflowDigest[] = [];
  for await (const { id, name, digest } of digestExport(workflows)) found.push({ id, name, digest });
  return found;
}

async function* filterById(
  workflows: AsyncIterable<WorkflowFile>,
  ids: ReadonlySet<string>,
): AsyncGenerator<WorkflowFile> {
  for await (const workflow of workflows) if (ids.has(workflow.id)) yield workflow;
}
