import { listFinalBackups } from '#app/domain/backup/keys.ts';
import type { Refusal } from '#app/domain/instance/machine/events.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { RpcRefusal, RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { BackupPorts } from './backups.ts';

/** @returns the current view of the instance; null without one. */
export function currentView({ store, clock }: Pick<BackupPorts, 'store' | 'clock'>): InstanceView | null {
  const state = store.readState();
  return state && viewOf(state, clock.now());
}

/** @returns the data of the dashboard. */
export function overviewOf(
  { store, clock, backupRows }: Pick<BackupPorts, 'store' | 'clock' | 'backupRows'>,
  state: InstanceState,
): InstanceOverview {
  const now = clock.now();
  const finals = listFinalBackups(state.finalBackups).map(({ takenAt }) => takenAt);
  const taken = [backupRows.lastTakenAt(), ...finals].filter((at) => at !== null);
  return {
    view: viewOf(state, now),
    usageByDay: store.usageByDay(),
    history: store.history(),
    lastBackupAt: taken.length === 0 ? null : Math.max(...taken),
    now,
  };
}

/** @returns the machine's decision on an event, as a value that crosses RPC. */
export async function resultOf(
  clock: Clock,
  handled: Promise<InstanceState | Refusal | null>,
): Promise<RpcResult<InstanceView>> {
  const outcome = await handled;
  if (!outcome) return { ok: false, code: 'workspace_not_found' };
  return 'refused' in outcome ? rpcRefusalOf(outcome) : { ok: true, value: viewOf(outcome, clock.now()) };
}

/** @returns a refusal of the machine, as a value that crosses RPC. */
export function rpcRefusalOf({ refused, field }: Refusal): RpcRefusal {
  return field === undefined ? { ok: false, code: refused } : { ok: false, code: refused, field };
}
