import type { Role } from '#app/domain/access/roles.ts';
import type { KnownWorkspace, RunningWorkspace } from '#app/domain/instance/reconciliation.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';

/** Workspaces in the database; each method is one round trip. */
export interface WorkspaceStore {
  /** @returns what the instance is to be told; `clusterId` is null until one was chosen for it. */
  instanceFacts(
    workspaceId: string,
  ): Promise<(Omit<InstanceFacts, 'clusterId'> & { clusterId: string | null; region: string | null }) | null>;
  /** @returns the memory that each cluster's workspaces may use, in MiB, by cluster id. */
  usedMemoryByCluster(): Promise<Record<string, number>>;
  /** Gives a workspace its cluster unless it has one. @returns the one it has. */
  assignCluster(workspaceId: string, clusterId: string): Promise<string>;
  /** @returns confirmed accounts' workspaces in the order of their ids, those after `after`. */
  page(after: string, limit: number): Promise<KnownWorkspace[]>;
  /** @returns the role that the e-mail's confirmed person has in an account; null when they are no member. */
  roleOf(accountId: string, email: string): Promise<Role | null>;
  /** Has the outbox tell these workspaces' objects their facts once more. */
  tellAgain(workspaceIds: readonly string[], now: number): Promise<void>;
  /** @returns what leads a request for a workspace's host on. */
  addressOf(name: string): Promise<{ workspaceId: string; clusterId: string | null } | null>;
}

/** All that a cluster has of this product. */
export interface ClusterInventory {
  clusterId: string;
  list(): Promise<RunningWorkspace[]>;
}

/** The releases of n8n. */
export interface Releases {
  /**
   * @returns every release to choose from, in no order; `isFallback` when they come from a feed that is down and nothing
   *   of it is remembered: then these are what this product was built with.
   */
  all(): Promise<{ releases: readonly Release[]; isFallback: boolean }>;
  /** @returns the newest release that is not on offer yet; null when there is none, or the feed is down. */
  newestUntested(): Promise<string | null>;
}
