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
import type { alarmClock } from '../alarm-clock.ts';

/** One item for the database; a replaced item has another sequence. */
export interface OutboxEntry {
  sequence: number;
  item: InstanceOutboxItem;
}

/** What an instance is kept in; every method is synchronous and durable. */
export interface InstanceStore {
  readState(): InstanceState | null;
  /** Writes the new state and all that is kept along with it, in one go. @returns whether the outbox has something to send. */
  commit(before: InstanceState | null, decision: Decision): boolean;
  /** @returns what the database has not taken yet, oldest first. */
  outbox(): OutboxEntry[];
  /** Removes what the database took; items that replaced them stay. */
  acknowledge(entries: readonly OutboxEntry[]): void;
  usageByDay(): UsageOfDay[];
  history(): HistoryEntry[];
}

/** All that an instance decides with and acts on. */
export interface InstancePorts {
  clock: Clock;
  store: InstanceStore;
  alarms: ReturnType<typeof alarmClock>;
  clusterOf(clusterId: string): Cluster;
  /** What the running process signs with. */
  signInKeyOf(workspaceId: string): Promise<string>;
  /** The keys of a generation's process, the same at each call. @throws KeyUnavailable. */
  keysFor(workspaceId: string, generation: number): Promise<ProcessKeys>;
  process: WorkspaceProcess;
  backups: BackupStore;
  archives: Archives;
  releases(): Promise<readonly Release[]>;
  /** Sends items to the database; repeating is harmless. */
  sendOutbox(facts: InstanceFacts, items: readonly InstanceOutboxItem[]): Promise<void>;
  /** Sends the view to every open page. */
  push(view: InstanceView): void;
  /** @returns whether anybody watches now. */
  isWatched(): boolean;
  reportError(error: unknown): void;
}
