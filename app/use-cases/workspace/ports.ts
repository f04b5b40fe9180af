import type { Role } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';

/** All that a new instance needs to know, read where it is owned. */
interface ProvisionFacts {
  workspaceId: string;
  accountId: string;
  name: string;
  ownerEmail: string;
  timezone: string;
  limits: {
    concurrentExecutions: number;
    memoryMib: number;
    cpuMillicores: number;
    logRetentionDays: number;
  };
  /** When the owner's e-mail was confirmed, UTC ms; null when the plan is no trial. */
  trialStartedAt: number | null;
}

/** Workspaces in the database; each method is one round trip. */
export interface WorkspaceStore {
  provisionFacts(workspaceId: string): Promise<ProvisionFacts | null>;
  idByName(name: string): Promise<string | null>;
}

/** The workspaces' Durable Objects; each method is one call of one object. */
export interface Instances {
  view(workspace: { id: string; accountId: string }): Promise<InstanceView | null>;
  provision(facts: ProvisionFacts & { version: string }): Promise<void>;
  openLink(
    workspaceId: string,
    request: { accountId: string; email: string; name: string; role: Role; path?: string },
  ): Promise<{ ok: true; value: { url: string } } | { ok: false; code: ErrorCode }>;
}
