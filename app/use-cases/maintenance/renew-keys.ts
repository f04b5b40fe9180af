import { decryptWithRing, encryptWithRing, type KeyRing } from '#app/crypto/key-ring.ts';
import type { KeyReport } from '#app/domain/keys/key-use.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { SealedRows } from '#db/queries/sealed-rows.ts';
import type { WorkspaceKeyStore } from '#db/queries/workspace-keys.ts';
import type { ObjectPorts } from '../workspace/rpc.ts';

/** Per run; the next run, a minute later, continues. */
const MAX_OBJECTS = 200;
const MAX_ROWS = 200;
/** Per round trip: a batch holds the write lock until its last row. */
const ROWS_PER_BATCH = 100;
/** Per run: restarts load a cluster. */
const MAX_RESTARTS = 5;

export interface RenewKeysPorts extends ObjectPorts<'resealKeys'> {
  clock: Clock;
  masterKeys: KeyRing;
  workspaceKeys: WorkspaceKeyStore;
  sealedRows: readonly SealedRows[];
  reportError(error: unknown): void;
}

/**
 * The platform's cron, each minute: re-encrypts with the newest version of each key what an older version
 * sealed. Skips unreadable texts, and reports them once an hour. Can be interrupted and repeated at any time.
 */
export async function renewKeys(ports: RenewKeysPorts): Promise<void> {
  const work = [renewWorkspaces(ports), ...ports.sealedRows.map((rows) => resealRows(ports, rows))];
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') ports.reportError(outcome.reason);
  }
}

async function renewWorkspaces(ports: RenewKeysPorts): Promise<void> {
  const { clock, masterKeys, workspaceKeys, workspaceObject } = ports;
  const request = { newestVersion: masterKeys[0].version, now: clock.now() };
  const due = await workspaceKeys.due({ ...request, limit: MAX_OBJECTS });
  const restarting = due.filter(({ restart }) => restart).slice(0, MAX_RESTARTS);
  const asked = [...restarting, ...due.filter(({ restart }) => !restart)];
  if (asked.length === 0) return;
  const errors: unknown[] = [];
  const ask = async ({ workspaceId, restart }: { workspaceId: string; restart: boolean }) => {
    try {
      return { workspaceId, report: await workspaceObject(workspaceId).resealKeys({ restart }) };
    } catch (error) {
      errors.push(error);
      return { workspaceId, report: null };
    }
  };
  const outcomes = await Promise.all(asked.map(ask));
  await workspaceKeys.record(outcomes, request);
  reportProblems(ports, outcomes, errors[0]);
}

/** Reports one line for all workspaces: a version dropped too early concerns each of them. */
function reportProblems(
  { masterKeys, reportError }: RenewKeysPorts,
  outcomes: ReadonlyArray<{ report: KeyReport | null }>,
  cause: unknown,
): void {
  const failed = outcomes.filter(({ report }) => report === null).length;
  if (failed > 0) reportError(new Error(`Keys: ${failed} workspaces could not renew theirs.`, { cause }));
  const configured = new Set(masterKeys.map(({ version }) => version));
  const missing = outcomes
    .map(({ report }) => report?.oldestUse?.version)
    .filter((version) => version !== undefined && !configured.has(version));
  if (missing.length === 0) return;
  const versions = [...new Set(missing)].join(', ');
  reportError(
    new Error(
      `Keys: ${missing.length} workspaces need version ${versions} of WORKSPACE_MASTER_KEY: put it back.`,
    ),
  );
}

async function resealRows({ clock, reportError }: RenewKeysPorts, rows: SealedRows): Promise<void> {
  let unreadable = 0;
  const texts: Array<{ id: string; from: string; to: string }> = [];
  for (const { id, sealed, context } of await rows.listOutdated(MAX_ROWS)) {
    const plaintext = await decryptWithRing(rows.ring, sealed, context);
    if (plaintext === null) unreadable += 1;
    else texts.push({ id, from: sealed, to: await encryptWithRing(rows.ring, plaintext, context) });
  }
  for (let start = 0; start < texts.length; start += ROWS_PER_BATCH) {
    await rows.replace(texts.slice(start, start + ROWS_PER_BATCH));
  }
  if (unreadable > 0 && clock.now() % HOUR_MS < MINUTE_MS)
    reportError(new Error(`Keys: ${unreadable} rows need a version that is not configured.`));
}
