import { isDeepStrictEqual } from 'node:util';
import type { InstanceFacts, InstanceState } from './state.ts';
import type { SaveExecutions } from './view.ts';

/** The instance as the cluster should run it; follows only from the state. */
export interface WantedInstance {
  workspaceId: string;
  name: string;
  clusterId: string;
  version: string;
  timezone: string;
  saveExecutions: SaveExecutions;
  limits: Omit<InstanceFacts['limits'], 'monthlyExecutions' | 'activeWorkflows'>;
  /** Never 2: a second process would corrupt the volume. */
  replicas: 0 | 1;
  /** In `backup` the process exports and executes nothing; in `rehearsal` a copy shows whether an update would start. */
  purpose: 'serve' | 'backup' | 'rehearsal';
  /** Whether only the portal reaches the process: it has to know of changed people first. */
  isClosed: boolean;
  restarts: number;
  /** The claim with its data, and the snapshot that the claim is made from. */
  storage: InstanceState['storage'];
  /** The cluster returns it, which identifies answers about an older generation. */
  generation: number;
}

/** @returns the wanted instance of a state. */
export function wantedOf(state: InstanceState): WantedInstance {
  const { facts, configuration, phase, restarts, generation, storage, due } = state;
  const { monthlyExecutions, activeWorkflows, ...limits } = facts.limits;
  return {
    workspaceId: facts.workspaceId,
    name: facts.name,
    clusterId: facts.clusterId,
    ...configuration,
    limits,
    replicas: hasProcess(phase) ? 1 : 0,
    purpose: phase.kind === 'backing-up' ? 'backup' : 'serve',
    // A serving process learns of changes while it serves; the process of a backup admits no one.
    isClosed: due.length > 0 && hasProcess(phase) && (phase.kind === 'pending' || phase.kind === 'offline'),
    restarts,
    storage,
    generation,
  };
}

function hasProcess(phase: InstanceState['phase']): boolean {
  // While the data is saved or replaced, it must not be written to.
  if (phase.kind === 'pending') return phase.update === undefined || phase.update.step === 'verifying';
  return phase.kind === 'online' || phase.kind === 'offline' || phase.kind === 'backing-up';
}

/** @returns whether both states want the same instance, apart from the generation. */
export function wantsSame(one: InstanceState, other: InstanceState): boolean {
  return isDeepStrictEqual({ ...wantedOf(one), generation: 0 }, { ...wantedOf(other), generation: 0 });
}
