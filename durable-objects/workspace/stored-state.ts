import type { InstanceState } from '#app/domain/instance/state.ts';

/** The first form of the state, before subscriptions and settings: what objects of that time still hold. */
interface FirstState {
  facts: {
    workspaceId: string;
    accountId: string;
    name: string;
    ownerEmail: string;
    timezone: string;
    version: string;
    limits: {
      concurrentExecutions: number;
      memoryMib: number;
      cpuMillicores: number;
      logRetentionDays: number;
    };
    trialEndsAt: number | null;
  };
  phase: InstanceState['phase'];
  since: number;
  isApplied: boolean;
  wish: number;
  revision: number;
}

/** Then there was one cluster; its id in today's configuration. */
const FIRST_CLUSTER = 'local';

/**
 * Reads a stored state back in today's form. An older one is told its facts anew by the database, since revision 0
 * precedes every telling; until then it follows what it knew.
 *
 * @throws when what is stored is no instance: nothing may be decided upon it.
 */
export function parseStoredState(text: string): InstanceState {
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored) || !isRecord(stored.facts) || !isRecord(stored.phase)) {
    throw new Error('The stored state is no instance.');
  }
  // Written by this code alone, in one of the two forms.
  return 'configuration' in stored
    ? (stored as unknown as InstanceState)
    : fromFirst(stored as unknown as FirstState);
}

function fromFirst({ facts, ...rest }: FirstState): InstanceState {
  const { version, trialEndsAt, limits, ...kept } = facts;
  return {
    ...rest,
    facts: {
      ...kept,
      limits: { ...limits, monthlyExecutions: 1_000, activeWorkflows: 5 },
      subscription: trialEndsAt === null ? { kind: 'active' } : { kind: 'trial', endsAt: trialEndsAt },
      clusterId: FIRST_CLUSTER,
      toldRevision: 0,
    },
    configuration: {
      version,
      timezone: facts.timezone,
      saveExecutions: { manual: true, failed: true, successful: true },
    },
    restarts: 0,
    life: 1,
    finalBackups: [],
    progress: { serial: 1 },
    usage: null,
    usageWarnings: null,
    staleness: null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
