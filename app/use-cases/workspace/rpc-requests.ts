import type { Role } from '#app/domain/access/roles.ts';
import type { RestoreSource } from '#app/domain/backup/restore.ts';
import type { ConfigurationChange } from '#app/domain/instance/machine/events.ts';
import type { RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type { ExecutionFilter } from '#app/domain/usage/executions.ts';

/** The person who opens the workspace, for the signed, single-use link. */
export interface OpenLinkRequest {
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** The instant before the role was read, UTC ms; by default now. */
  at?: number;
  /** The local path to open in the workspace. */
  path?: string;
  /** The template to open instead; an invalid id opens the start page. */
  templateId?: string;
}

/** A person of an account's workspace. */
interface PersonRequest {
  accountId: string;
  email: string;
}

/** The end of a person's sessions. */
export interface SignOutRequest extends PersonRequest {
  /** When the sessions should have ended, UTC ms; the same in a repeated request. */
  at?: number;
}

/** A person's role; null once they left. */
export interface PersonRoleRequest extends PersonRequest {
  role: Role | null;
  /** The instant before the role was read, UTC ms; earlier Workers do not send it. Of two roles, the later reading applies. */
  at?: number;
}

/** New settings of an account's workspace. */
export interface ConfigurationRequest {
  accountId: string;
  change: ConfigurationChange;
  releases: readonly Release[];
}

/** Saved settings; `isRehearsed`: another version is rehearsed first. */
export interface SavedSettings {
  instance: InstanceView;
  isRehearsed: boolean;
}

/** The rehearsal of an update: the running one, or the report of the last; null before the first. */
export interface UpdateState {
  instance: InstanceView;
  rehearsal: RehearsalState | null;
}

/** The parts of an archive to restore. */
export interface RestoreChoice {
  /** Null: each workflow that differs from the archive's. */
  workflowIds: readonly string[] | null;
  /** Decrypts the archive's credentials, which are restored first; null skips them. */
  passphrase: string | null;
}

/** A restore of an account's workspace from an archive. */
export interface RestorePreviewRequest {
  accountId: string;
  source: RestoreSource;
}

export interface RestoreRequest extends RestorePreviewRequest, RestoreChoice {}

/** An archive in the backup store. */
export interface StoredArchive {
  key: string;
  bytes: number;
  /** Name of the download: letters, digits, dots and hyphens. */
  fileName: string;
  hasCredentials: boolean;
}

/** A month of an account's workspace; without a month, the current one. */
export interface UsageReportRequest {
  accountId: string;
  filter: Omit<ExecutionFilter, 'month'> & { month: string | null };
}

/** A page of the executions of an account's workspace, of at most 1,000 rows. */
export interface ExecutionsRequest {
  accountId: string;
  filter: ExecutionFilter;
  limit: number;
}
