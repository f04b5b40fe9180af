import { resourceName } from '#app/integrations/kubernetes/manifests.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { configOf } from './config-of.ts';
import { composeServices } from './context.ts';
import type { Env } from './env.ts';

/** A workspace never moves, so what was learnt once holds for as long as the isolate lives. */
const known = memoryCache(10_000);

/**
 * Where a workspace's requests are sent on to. With one cluster that follows from the name; with several, its cluster
 * is read from the database once an isolate, and remembered.
 *
 * @returns the address without a trailing slash; null when the workspace has no cluster yet, or does not exist.
 */
export async function ingressOf(env: Env, name: string): Promise<string | null> {
  const { clusters } = configOf(env);
  const [only, another] = clusters;
  if (only && !another) return addressIn(only, name);
  const remembered = known.get(name)?.value;
  if (typeof remembered === 'string') return remembered;
  const { services } = composeServices(env, { roundTrips: 0, objectCalls: 0, writes: 0 });
  const address = await services.workspaces.addressOf(name);
  const cluster = clusters.find(({ id }) => id === address?.clusterId);
  if (!cluster) return null;
  const ingress = addressIn(cluster, name);
  known.set(name, { value: ingress, storedAt: 0, askAgainAt: 0 });
  return ingress;
}

/** Names are never given to another workspace. */
const knownIds = memoryCache(10_000);

/** @returns a workspace's id, read from the database once an isolate; null when there is no such workspace. */
export async function workspaceIdOf(env: Env, name: string): Promise<string | null> {
  const remembered = knownIds.get(name)?.value;
  if (typeof remembered === 'string') return remembered;
  const { services } = composeServices(env, { roundTrips: 0, objectCalls: 0, writes: 0 });
  const address = await services.workspaces.addressOf(name);
  if (!address) return null;
  knownIds.set(name, { value: address.workspaceId, storedAt: 0, askAgainAt: 0 });
  return address.workspaceId;
}

function addressIn(cluster: ReturnType<typeof configOf>['clusters'][number], name: string): string {
  return cluster.ingressUrlTemplate.replace('{service}', resourceName(name)).replace(/\/$/, '');
}
