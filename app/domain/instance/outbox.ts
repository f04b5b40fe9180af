import type { Permission } from '../access/roles.ts';
import type { InstanceMail } from './machine/events.ts';
import type { InstanceState } from './state.ts';
import { deletionAtOf } from './timetable.ts';
import type { InstanceStatus } from './view.ts';
import { statusOf } from './view-of.ts';

/** What the database keeps a copy of, for lists and for reconciliation. */
export interface InstanceSummary {
  status: InstanceStatus;
  /** UTC ms. */
  since: number;
  phase: InstanceState['phase']['kind'];
  version: string;
  deletionAt: number | null;
  /** Of the database's own telling that the instance follows. */
  factsRevision: number;
}

/** Something that an instance tells the database; telling it twice is harmless. */
export type InstanceOutboxItem =
  | { kind: 'summary'; revision: number; summary: InstanceSummary }
  | { kind: 'mail'; id: string; mail: InstanceMail };

/** @returns the copy that the database is to have. */
export function summaryOf(state: InstanceState): InstanceSummary {
  const { phase, since, configuration, facts } = state;
  return {
    status: statusOf(phase),
    since,
    phase: phase.kind,
    version: configuration.version,
    deletionAt: phase.kind === 'deleted' ? null : deletionAtOf(state),
    factsRevision: facts.factsRevision,
  };
}

/**
 * Who gets a mail: everyone with one of these permissions. A deletion must surprise nobody who could have prevented
 * it, and a quota not only the one who pays.
 */
export function audienceOf(template: InstanceMail['template']): readonly Permission[] {
  switch (template) {
    case 'trial_reminder':
    case 'trial_ended':
    case 'deletion_warning':
    case 'workspace_deleted':
      return ['billing:manage', 'workspace:configure'];
    case 'usage_warning':
    case 'version_stale':
    case 'version_updated':
      return ['workspace:configure'];
  }
}
