import type { Role } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';

/** All a workspace's object needs to bring its instance up; repeating it is harmless. */
export interface ProvisionCommand {
  workspaceId: string;
  accountId: string;
  name: string;
  ownerEmail: string;
  timezone: string;
  version: string;
  /** The plan's limits as they reach the instance (facts, "Plans"). */
  limits: {
    concurrentExecutions: number;
    memoryMib: number;
    cpuMillicores: number;
    logRetentionDays: number;
  };
  /** UTC ms; null for an account that is not on trial. */
  trialStartedAt: number | null;
}

/** Who opens the workspace; travels inside the signed, single-use link. */
export interface OpenLinkRequest {
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** Where in the workspace to arrive; a local path. */
  path?: string;
}

/** Errors cross RPC as values: a thrown one would lose its class. */
export type RpcResult<T> = { ok: true; value: T } | { ok: false; code: ErrorCode };

/** What the Worker may ask of a workspace's object. */
export interface WorkspaceRpc {
  provision(command: ProvisionCommand): Promise<InstanceView>;
  /** @returns null when nothing was provisioned under this id, or the account is not this workspace's. */
  view(accountId: string): Promise<InstanceView | null>;
  openLink(request: OpenLinkRequest): Promise<RpcResult<{ url: string }>>;
  /** The gateway got no proper answer from the cluster: look now rather than at the next schedule. */
  reportUnreachable(): Promise<InstanceView | null>;
  /** Sandbox only: moves this workspace's time forward; refused elsewhere. */
  advanceClock(advanceMs: number): Promise<RpcResult<InstanceView>>;
}
