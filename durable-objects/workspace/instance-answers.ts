import { listFinalBackups } from '#app/domain/backup/keys.ts';
import type { Refusal } from '#app/domain/instance/machine/events.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { BackupPorts } from './backups.ts';

/** @returns the view of the instance now; null without one. */
export function currentView({ store, clock }: Pick<BackupPorts, 'store' | 'clock'>): InstanceView | null {
  const state = store.readState();
  return state && viewOf(state, clock.now());
}

/** @returns what the dashboard shows. */
export function overviewOf(
  { store, clock, backupRows }: Pick<BackupPorts, 'store' | 'clock' | 'backupRows'>,
  state: InstanceState,
): InstanceOverview {
  const now = clock.now();
  const backups = [...backupRows.all(), ...listFinalBackups(state.finalBackups)];
  return {
    view: viewOf(state, now),
    usageByDay: store.usageByDay(),
    history: store.history(),
    lastBackupAt: backups.length === 0 ? null : Math.max(...backups.map(({ takenAt }) => takenAt)),
    now,
  };
}

/** @returns what the machine made of an event, as an answer that crosses RPC. */
export async function resultOf(
  clock: Clock,
  handled: Promise<InstanceState | Refusal | null>,
): Promise<RpcResult<InstanceView>> {
  const outcome = await handled;
  if (!outcome) return { ok: false, code: 'workspace_not_found' };
  if ('refused' in outcome) {
    const { refused: code, field } = outcome;
    return { ok: false, code, ...(field === undefined ? {} : { field }) };
  }
  return { ok: true, value: viewOf(outcome, clock.now()) };
}
