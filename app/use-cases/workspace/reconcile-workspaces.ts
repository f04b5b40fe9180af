import {
  differences,
  type Finding,
  findUnknownToDatabase,
  type RunningWorkspace,
} from '#app/domain/instance/reconciliation.ts';
import type { Services } from '../services.ts';
import { tryOrNull } from '../try-or-null.ts';
import type { ObjectPorts } from './rpc.ts';

const PAGE_SIZE = 500;
/** Per run: a bug in the comparison must not wake every object at the same time. The next run continues. */
const MAX_REPAIRS = 200;
/** In the report of a difference, which one change of a plan can cause for every workspace. */
const MAX_NAMED = 10;

export interface ReconcilePorts extends Pick<Services, 'clock'>, ObjectPorts<'reconcile'> {
  workspaces: Pick<Services['workspaces'], 'page' | 'requeueFacts'>;
  /** The clusters' lists of their workspaces. */
  inventories: ReadonlyArray<{ clusterId: string; list(): Promise<RunningWorkspace[]> }>;
  reportError(error: unknown): void;
}

/**
 * Hourly cron: compares the database, the objects and the clusters, repairs what is safe and reports each
 * kind of difference once. Each repair goes through the object, which checks for itself.
 * @returns all differences.
 */
export async function reconcileWorkspaces(ports: ReconcilePorts): Promise<Finding[]> {
  const now = ports.clock.now();
  const { running, answered } = await takeInventory(ports);
  const byWorkspace = new Map<string, RunningWorkspace[]>();
  for (const workspace of running) {
    byWorkspace.set(workspace.workspaceId, [...(byWorkspace.get(workspace.workspaceId) ?? []), workspace]);
  }
  const knownIds = new Set<string>();
  const findings: Finding[] = [];
  for (let after = ''; ; ) {
    const page = await ports.workspaces.page(after, PAGE_SIZE);
    for (const { workspaceId } of page) knownIds.add(workspaceId);
    findings.push(...differences(page, byWorkspace, answered, now));
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) break;
    after = last.workspaceId;
  }
  findings.push(...findUnknownToDatabase(running, knownIds));
  await repair(ports, findings, now);
  return findings;
}

async function takeInventory(ports: ReconcilePorts) {
  const running: RunningWorkspace[] = [];
  const answered = new Set<string>();
  await Promise.all(
    ports.inventories.map(async ({ clusterId, list }) => {
      const found = await tryOrNull(ports, list);
      if (found === null) return;
      running.push(...found);
      answered.add(clusterId);
    }),
  );
  return { running, answered };
}

async function repair(ports: ReconcilePorts, findings: readonly Finding[], now: number): Promise<void> {
  const repairs = findings.filter(({ repair }) => repair !== 'report');
  const [due, left] = [repairs.slice(0, MAX_REPAIRS), repairs.length - MAX_REPAIRS];
  const toSend = due.filter(({ repair }) => repair === 'send-facts').map(({ workspaceId }) => workspaceId);
  if (toSend.length > 0) await ports.workspaces.requeueFacts(toSend, now);
  const probes = due.filter(({ repair }) => repair === 'probe');
  const outcomes = await Promise.allSettled(
    probes.map(({ workspaceId }) => ports.workspaceObject(workspaceId).reconcile()),
  );
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) {
    const cause = failed[0]?.reason;
    ports.reportError(new Error(`Reconciliation: ${failed.length} repairs failed.`, { cause }));
  }
  for (const difference of new Set(findings.map((finding) => finding.difference))) {
    const found = findings.filter((finding) => finding.difference === difference);
    const ids = found.slice(0, MAX_NAMED).map(({ workspaceId }) => workspaceId);
    const rest = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
    ports.reportError(new Error(`Reconciliation: ${difference}: ${ids.join(', ')}${rest}`));
  }
  if (left > 0) ports.reportError(new Error(`Reconciliation: ${left} repairs are left for the next run.`));
}
