import { parseConfig } from '#app/config.ts';
import { withFinalBackupToken } from '#app/crypto/final-backup-token.ts';
import { newId } from '#app/crypto/secrets.ts';
import { canHold } from '#app/domain/held-webhooks/decide-hold.ts';
import { type Clock, systemClock } from '#app/domain/time/clock.ts';
import { r2Backups } from '#app/integrations/backups/r2-backups.ts';
import { readArchive, readArchiveExtras } from '#app/integrations/backups/read-archive.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { kubernetesClusters } from '#app/integrations/kubernetes/clusters.ts';
import { closedServiceName, rehearsalName } from '#app/integrations/kubernetes/manifests.ts';
import { systemOutbound } from '#app/integrations/outbound/system-outbound.ts';
import { n8nReleases } from '#app/integrations/releases/n8n-releases.ts';
import { heldWebhooksProcess } from '#app/integrations/workspace-process/held-webhooks.ts';
import { workspaceProcess } from '#app/integrations/workspace-process/workspace-process.ts';
import { openDatabase } from '#db/client.ts';
import { receiveInstanceOutbox } from '#db/queries/instance-outbox.ts';
import { alarmClock } from '../alarm-clock.ts';
import { backupRows } from './backup-rows.ts';
import type { BackupPorts } from './backups.ts';
import { finalLinks } from './final-links.ts';
import { contentSeal } from './held/content.ts';
import { fileNotes } from './held/file-notes.ts';
import { heldFiles } from './held/files.ts';
import { pathRows } from './held/path-rows.ts';
import type { HeldPorts } from './held/ports.ts';
import { heldRows } from './held/rows.ts';
import { type KeptMonths, keptMonths } from './kept-months.ts';
import { liveSockets } from './live.ts';
import { migrateStorage } from './migrate-storage.ts';
import { rehearsalRow } from './rehearsal-row.ts';
import { copyKey } from './rehearsal-steps.ts';
import { instanceStore } from './store.ts';
import { workspaceKeys } from './workspace-keys.ts';

export interface WorkspaceEnv {
  BACKUPS: R2Bucket;
}

/** Composes the parts of a workspace's object. */
export function composeWorkspace(ctx: DurableObjectState, env: WorkspaceEnv) {
  const config = parseConfig(env);
  migrateStorage(ctx.storage);
  const store = instanceStore(ctx.storage);
  const clock: Clock = { now: () => systemClock.now() + store.readClockOffset() };
  const report = (error: unknown) => reportError(error, { reference: `workspace ${ctx.id.name ?? ctx.id}` });
  const outbound = systemOutbound(config);
  const releases = n8nReleases({
    offered: config.offeredVersions,
    url: config.versionFeedUrl,
    outbound,
    clock: systemClock,
    reportError: report,
  });
  const live = liveSockets(ctx);
  const keys = workspaceKeys(ctx.storage.sql, config.workspaceMasterKeys);
  const links = finalLinks(ctx.storage.sql, config.workspaceMasterKeys);
  const processes = {
    clusters: config.clusters,
    outbound,
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    signInKeyOf: keys.signInKey,
  };
  const alarms = alarmClock({
    clock,
    store: store.schedules,
    toRealTime: (at) => at - store.readClockOffset(),
    alarm: {
      get: () => ctx.storage.getAlarm(),
      set: (at) => ctx.storage.setAlarm(at),
      clear: () => ctx.storage.deleteAlarm(),
    },
    reportError: report,
  });
  const ports: BackupPorts & { keptMonths: KeptMonths } = {
    clock,
    store: store.instance,
    alarms,
    clusterOf: kubernetesClusters({
      clusters: config.clusters,
      engineImage: config.engineImage,
      portal: config.portal,
      outbound,
    }),
    keysFor: keys.forGeneration,
    process: workspaceProcess(processes),
    closedProcess: workspaceProcess({ ...processes, serviceOf: closedServiceName }),
    backups: r2Backups(env.BACKUPS),
    backupRows: backupRows(ctx.storage),
    keptMonths: keptMonths(ctx.storage.sql),
    archives: { read: readArchive, readExtras: readArchiveExtras, write: writeArchive },
    newBackupId: () => newId('bkp'),
    releases: async () => (await releases.all()).releases,
    async sendOutbox(facts, items) {
      const withTokens = withFinalBackupToken(links.keyFor, facts.workspaceId, items);
      await receiveInstanceOutbox(openDatabase(config.database), facts, withTokens, systemClock.now());
    },
    push: live.push,
    isWatched: live.isWatched,
    pushBackup: (running) => live.push({ kind: 'backup', running }),
    reportError: report,
  };
  const held: Omit<HeldPorts, 'bodies'> = {
    clock,
    readState: store.instance.readState,
    alarms,
    rows: heldRows(ctx.storage.sql),
    fileNotes: fileNotes(ctx.storage.sql),
    paths: pathRows(ctx.storage.sql),
    seal: contentSeal(() => keys.heldWebhooksKey(workspaceIdOf(store), () => isHolding(store))),
    process: heldWebhooksProcess({ ...processes, firstByteTimeoutMs: config.firstByteTimeoutMs }),
    dropKey: keys.dropHeldWebhooksKey,
    queueMail(id, mail) {
      store.queueMail(id, mail);
      alarms.set('send-outbox', clock.now());
    },
    files: heldFiles(env.BACKUPS, () => `held/${workspaceIdOf(store)}/`),
    reportError: report,
  };
  return {
    alarms,
    ports,
    held,
    copyProcess: workspaceProcess({
      ...processes,
      serviceOf: rehearsalName,
      signInKeyOf: async (id) => copyKey('sign-in', await keys.signInKey(id)),
    }),
    rehearsalRow: rehearsalRow(ctx.storage),
    live,
    keys,
    links,
    newestVersion: config.workspaceMasterKeys[0].version,
    portal: config.portal,
    isSandbox: config.sandbox !== undefined,
    areOperationsDisabled: config.areOperationsDisabled,
    schedules: store.schedules,
    moveClock: store.moveClock,
  };
}

/** @throws Error before there is an instance. */
function workspaceIdOf(store: ReturnType<typeof instanceStore>): string {
  const state = store.instance.readState();
  if (!state) throw new Error('The object has no workspace yet.');
  return state.facts.workspaceId;
}

/** @returns whether the workspace holds webhooks: a deleted one gets no key for their contents. */
function isHolding(store: ReturnType<typeof instanceStore>): boolean {
  const state = store.instance.readState();
  return state !== null && canHold(state.phase);
}

export type WorkspaceContext = ReturnType<typeof composeWorkspace>;
