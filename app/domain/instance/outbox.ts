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

const operators: readonly Permission[] = ['workspace:configure'];
/** Everyone who can prevent a deletion gets its warnings. */
const everyone: readonly Permission[] = ['billing:manage', 'workspace:configure'];

const audiences: Record<InstanceMail['template'], readonly Permission[]> = {
  trial_reminder: everyone,
  trial_ended: everyone,
  deletion_warning: everyone,
  workspace_deleted: everyone,
  // Roles that can raise the limit, and roles that can reduce executions.
  usage_warning: everyone,
  overage_begun: everyone,
  overage_cap: everyone,
  version_stale: operators,
  version_updated: operators,
  update_went_back: operators,
  update_rehearsed: operators,
  webhooks_waiting: operators,
};

/** @returns the permissions of a mail's recipients; one of them suffices. */
export function audienceOf(template: InstanceMail['template']): readonly Permission[] {
  return audiences[template];
}

const otherKinds: Record<Exclude<InstanceOutboxItem['kind'], 'mail'>, true> = {
  summary: true,
  overage: true,
  people: true,
};

/** @returns whether this version can send an item. After a rollback, those of the newer version wait for it. */
export function isSendable(item: InstanceOutboxItem): boolean {
  return item.kind === 'mail' ? item.mail.template in audiences : item.kind in otherKinds;
}
