import type { Role } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { ConfigurationChange } from '#app/domain/instance/machine/events.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { KnownWorkspace, RunningWorkspace } from '#app/domain/instance/reconciliation.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';

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

/** Whose workspace is asked for: the object refuses any other account's. */
export interface WorkspaceReference {
  id: string;
  accountId: string;
}

/** What a workspace's object answers to a command; errors are values, since a thrown one would lose its class. */
export type InstanceResult =
  | { ok: true; value: InstanceView }
  | { ok: false; code: ErrorCode; field?: keyof ConfigurationChange };

type Answer<T> = { ok: true; value: T } | { ok: false; code: ErrorCode };

/** The workspaces' Durable Objects; each method is one call of one object. */
export interface Instances {
  view(workspace: WorkspaceReference): Promise<InstanceView | null>;
  overview(workspace: WorkspaceReference): Promise<InstanceOverview | null>;
  /** @throws when the object refuses it: an id was mixed up. */
  tell(facts: InstanceFacts, version: string): Promise<void>;
  configure(
    workspace: WorkspaceReference,
    change: ConfigurationChange,
    releases: readonly Release[],
  ): Promise<InstanceResult>;
  restart(workspace: WorkspaceReference): Promise<InstanceResult>;
  /** Has the object look at its cluster and tell how it is. @returns whether there is an instance. */
  reconcile(workspaceId: string): Promise<boolean>;
  openLink(
    workspaceId: string,
    request: {
      accountId: string;
      email: string;
      name: string;
      role: Role;
      path?: string;
      templateId?: string;
    },
  ): Promise<Answer<{ url: string }>>;
  /**
   * Checks the token by which a workspace speaks for one of its people. @returns whose workspace it is and for whom it
   *   speaks, who may be no member any more; signature_invalid for any token but a genuine one, made just now.
   */
  verifyCall(workspaceId: string, token: string): Promise<Answer<{ accountId: string; email: string }>>;
  /**
   * Ends what sessions a person has in the workspace itself; workspace_not_online while that has to wait.
   * @throws when the workspace does not answer.
   */
  signOut(workspaceId: string, person: { accountId: string; email: string }): Promise<Answer<null>>;
  /** Tells the workspace a person's role, null once they left; otherwise as {@link signOut}. */
  setPerson(
    workspaceId: string,
    person: { accountId: string; email: string; role: Role | null },
  ): Promise<Answer<null>>;
  /** Closes the live connections of a listener (`CloseLiveMessage`); repeating it is harmless. */
  closeLive(workspaceId: string, listener: string): Promise<void>;
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
