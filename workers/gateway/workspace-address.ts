import { type IngressCluster, ingressUrl } from '#app/integrations/kubernetes/ingress.ts';
import { resourceName } from '#app/integrations/kubernetes/manifests.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { configOf } from '../config-of.ts';
import { composeServices } from '../context.ts';
import type { Env } from '../env.ts';

/** By name. Only with a cluster, since an unconfirmed registration's name goes to another workspace. */
const workspaceIds = memoryCache<string>(10_000);
const clusters = memoryCache<IngressCluster>(10_000);

/**
 * With one cluster, the address follows from the name; otherwise the database tells the cluster, once per isolate.
 * @returns a workspace's URL without a trailing slash; null if it does not exist, or has no cluster yet.
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
