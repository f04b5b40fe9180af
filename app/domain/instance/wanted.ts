import { isDeepStrictEqual } from 'node:util';
import type { InstanceState } from './state.ts';
import type { SaveExecutions } from './view.ts';

/** All the cluster is told of an instance; it follows from the state alone. */
export interface WantedInstance {
  workspaceId: string;
  name: string;
  clusterId: string;
  version: string;
  timezone: string;
  saveExecutions: SaveExecutions;
  limits: {
    concurrentExecutions: number;
    memoryMib: number;
    cpuMillicores: number;
    logRetentionDays: number;
  };
  /** Never two: a second process on the same volume would corrupt it. */
  replicas: 0 | 1;
  /** In `backup` the process exports and executes nothing; in `rehearsal` a copy shows whether an update would start. */
  purpose: 'serve' | 'backup' | 'rehearsal';
  restarts: number;
  /** Told to the cluster and read back from it, so that an answer about an older generation is known as such. */
  generation: number;
}

/** @returns what the cluster is to be told. */
export function wantedOf({
  facts,
  configuration,
  phase,
  restarts,
  generation,
}: InstanceState): WantedInstance {
  const { concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays } = facts.limits;
  return {
    workspaceId: facts.workspaceId,
    name: facts.name,
    clusterId: facts.clusterId,
    ...configuration,
    limits: { concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays },
    replicas: phase.kind === 'stopped' || phase.kind === 'removing' || phase.kind === 'deleted' ? 0 : 1,
    purpose: phase.kind === 'backing-up' ? 'backup' : 'serve',
    restarts,
    generation,
  };
}

/** @returns whether the cluster has to be told again: both states want the same of it, the generation's number aside. */
export function wantsSame(one: InstanceState, other: InstanceState): boolean {
  return isDeepStrictEqual({ ...wantedOf(one), generation: 0 }, { ...wantedOf(other), generation: 0 });
}
