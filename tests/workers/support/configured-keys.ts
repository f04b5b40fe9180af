import { evictDurableObject } from 'cloudflare:test';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { stubOf } from './workspace.ts';

/** Other master keys by workspace id, as a deployment with another secret would have. */
const masterKeys = new Map<string, string>();

/** @returns the master key that a test deployed for an object; undefined for that of all tests. */
export function readDeployedMasterKey(workspaceId: string | undefined): string | undefined {
  return workspaceId === undefined ? undefined : masterKeys.get(workspaceId);
}

/** Deploys another master key: the object restarts with it at its next call. */
export async function deployMasterKey(facts: InstanceFacts, masterKey: string): Promise<void> {
  // Only an object that runs can be evicted; this call starts it under the earlier deployment.
  await stubOf(facts).limits();
  masterKeys.set(facts.workspaceId, masterKey);
  await evictDurableObject(stubOf(facts));
}
