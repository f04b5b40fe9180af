import type { Archives } from '#app/domain/backup/archive.ts';
import type { BackupStore } from '#app/domain/instance/backup-store.ts';
import type { Cluster, ProcessKeys } from '#app/domain/instance/cluster-port.ts';
import type { HistoryEntry } from '#app/domain/instance/history.ts';
import type { Decision } from '#app/domain/instance/machine/events.ts';
import type { InstanceOutboxItem } from '#app/domain/instance/outbox.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import type { UsageOfDay } from '#app/domain/instance/usage.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { Alarms } from '../alarm-clock.ts';
import type { InstanceSchedule } from './schedules.ts';

/** An item for the database; replacing an item changes its sequence. */
export interface OutboxEntry {
  sequence: number;
  item: InstanceOutboxItem;
}

/** Storage of an instance; every method is synchronous and durable. */
export interface InstanceStore {
  readState(): InstanceState | null;
  /** Writes the new state and everything that belongs to it in one transaction. @returns whether the outbox grew. */
  commit(before: InstanceState | null, decision: Decision): boolean;
  /** @returns the unsent items, oldest first. */
  outbox(): OutboxEntry[];
  /** Removes sent entries; items that replaced them stay. */
  acknowledge(entries: readonly OutboxEntry[]): void;
  usageByDay(): UsageOfDay[];
  history(): HistoryEntry[];
}

/** Dependencies of an instance. */
export interface InstancePorts {
  clock: Clock;
  store: InstanceStore;
  alarms: Alarms<InstanceSchedule>;
  clusterOf(clusterId: string): Cluster;
  /** The keys of a generation's process, the same at each call. @throws KeyUnavailable. */
  keysFor(workspaceId: string, generation: number): Promise<ProcessKeys>;
  process: WorkspaceProcess;
  /** The process of a closed workspace, which only the portal reaches. */
  closedProcess: Pick<WorkspaceProcess, 'signOut' | 'setPerson'>;
  backups: BackupStore;
  archives: Archives;
  releases(): Promise<readonly Release[]>;
  /** Sends items to the database. Idempotent. */
  sendOutbox(facts: InstanceFacts, items: readonly InstanceOutboxItem[]): Promise<void>;
  /** Sends the view to every live connection. */
  push(view: InstanceView): void;
  /** @returns whether a live connection is open. */
  isWatched(): boolean;
  reportError(error: unknown): void;
}

/** The rehearsals, as the instance needs them. */
export interface ForcedUpdateRehearsals {
  /** Starts the rehearsal of a forced update, unless one is running. */
  rehearse(update: { from: string; target: string; updateAt: number }): Promise<void>;
}
