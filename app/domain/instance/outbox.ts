import type { Permission } from '../access/roles.ts';
import type { ClosedOverage, InstanceMail } from './machine/events.ts';
import type { InstanceState } from './state.ts';
import type { InstanceStatus } from './view.ts';
import { instanceStatusOf } from './view-of.ts';

/** The database's copy of an instance, for lists and reconciliation. */
export interface InstanceSummary {
  status: InstanceStatus;
  phase: InstanceState['phase']['kind'];
  version: string;
  /** Revision of the database's facts that the instance follows. */
  factsRevision: number;
}

/** A message of an instance to the database; sending it twice is harmless. */
export type InstanceOutboxItem =
  | { kind: 'summary'; revision: number; summary: InstanceSummary }
  | { kind: 'mail'; id: string; mail: InstanceMail }
  | { kind: 'overage'; overage: ClosedOverage }
  /** People whose role the database sends to the process. A person is sent once for an id. */
  | { kind: 'people'; id: number; emails: readonly string[] };

/** @returns the copy for the database. */
export function summaryOf(state: InstanceState): InstanceSummary {
  const { phase, configuration, facts } = state;
  return {
    status: instanceStatusOf(phase),
    phase: phase.kind,
    version: configuration.version,
    factsRevision: facts.factsRevision,
  };
}

/**
 * @returns the permissions of a mail's recipients; one of them suffices. Everybody who can prevent a deletion gets its
 *   warnings.
 */
export function audienceOf(template: InstanceMail['template']): readonly Permission[] {
  switch (template) {
    case 'trial_reminder':
    case 'trial_ended':
    case 'deletion_warning':
    case 'workspace_deleted':
    // Roles that can raise the limit, and roles that can reduce executions.
    case 'usage_warning':
    case 'overage_begun':
    case 'overage_cap':
      return ['billing:manage', 'workspace:configure'];
    case 'version_stale':
    case 'version_updated':
    case 'update_went_back':
    case 'update_rehearsed':
    case 'webhooks_waiting':
      return ['workspace:configure'];
  }
}
