import { type IngressCluster, ingressUrl } from '#app/integrations/kubernetes/ingress.ts';
import { resourceName } from '#app/integrations/kubernetes/manifests.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { configOf } from '../config-of.ts';
import { composeServices } from '../context.ts';
import type { Env } from '../env.ts';

/**
 * Keyed by name. Only workspaces with a cluster: they keep their name and their cluster for ever, while the name of a registration
 * that is never confirmed goes to another workspace.
 */
const workspaceIds = memoryCache<string>(10_000);
const clusters = memoryCache<IngressCluster>(10_000);

/**
 * With one cluster, the address follows from the name. With several, the workspace's cluster is read from the database,
 * once per isolate.
 *
 * @returns the URL to which requests to a workspace are sent, without a trailing slash; null if the workspace does not
 *   exist, or has no cluster yet.
 */
export async function ingressOf(env: Env, name: string): Promise<string | null> {
  const [only, another] = configOf(env).clusters;
  const cluster = only && !another ? only : await clusterOf(env, name);
  return cluster && ingressUrl(cluster, resourceName(name));
}

async function clusterOf(env: Env, name: string): Promise<IngressCluster | null> {
  const known = clusters.get(name);
  if (known) return known;
  const address = await addressOf(env, name);
  const cluster = configOf(env).clusters.find(({ id }) => id === address?.clusterId);
  if (cluster) clusters.set(name, cluster);
  return cluster ?? null;
}

/** @returns a workspace's id, read from the database once per isolate; null for an unknown name. */
export async function workspaceIdOf(env: Env, name: string): Promise<string | null> {
  return workspaceIds.get(name) ?? (await addressOf(env, name))?.workspaceId ?? null;
}

async function addressOf(env: Env, name: string) {
  const address = await composeServices(env).workspaces.addressOf(name);
  if (address && address.clusterId !== null) workspaceIds.set(name, address.workspaceId);
  return address;
}
