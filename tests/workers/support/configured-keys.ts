import { evictDurableObject } from 'cloudflare:test';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { stubOf } from './workspace.ts';

/** Master keys by workspace id that differ from the common one, like another deployment's secret. */
const masterKeys = new Map<string, string>();

/** @returns the master key that a test deployed for an object; undefined for that of all tests. */
export function readDeployedMasterKey(workspaceId: string | undefined): string | undefined {
  return workspaceId === undefined ? undefined : masterKeys.get(workspaceId);
}

/** Deploys another master key: the object restarts with it at its next call. */
export async function deployMasterKey(facts: InstanceFacts, masterKey: string): Promise<void> {
  // Only a running object can be evicted; this call starts it under the earlier deployment.
  await stubOf(facts).limits();
  masterKeys.set(facts.workspaceId, masterKey);
  await evictDurableObject(stubOf(facts));
}
