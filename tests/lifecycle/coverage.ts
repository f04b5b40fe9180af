import { transitions } from '#scripts/docs/instance-machine.ts';

/** Needs a workspace that never starts and an alarm that is days late, so not every simulation has it. */
const RARE = 'offline > backing-up';

const faults = ['crash-before', 'crash-after', 'crash-unwritten', 'crash-at-end', 'meanwhile'];
const mails = [
  'trial_reminder',
  'trial_ended',
  'deletion_warning',
  'workspace_deleted',
  'usage_warning',
  'overage_begun',
  'overage_cap',
  'version_stale',
  'version_updated',
  'update_rehearsed',
  'update_went_back',
];
const updates = ['updated', 'not_saved', 'not_ready', 'fewer_active', 'requested'].map(
  (result) => `update: ${result}`,
);

const rehearsals = [
  'passed',
  'blocked',
  'no_backup',
  'not_ready',
  'cluster_unreachable',
  'check_failed',
  'workspace_stopped',
  'version_changed',
  'updated',
  'dropped',
  'announced',
].map((end) => `rehearsal: ${end}`);

/** @returns the transitions that this simulation has missed. */
export function neverHappened(happened: ReadonlyMap<string, number>): string[] {
  const steps = transitions().map(({ from, to }) => `${from} > ${to}`);
  return [...steps, ...faults, ...mails, ...updates, ...rehearsals, 'overage charged', 'people told'].filter(
    (what) => what !== RARE && !happened.has(what),
  );
}
