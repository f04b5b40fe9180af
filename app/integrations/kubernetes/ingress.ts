import { resourceName } from './manifests.ts';

/** A cluster as requests to its workspaces need it. */
export interface IngressCluster {
  id: string;
  /** Address of a Service, with `{service}` for its name. */
  ingressUrlTemplate: string;
}

/** @returns the address at which a cluster's ingress reaches a Service, without a trailing slash. */
export function ingressUrl({ ingressUrlTemplate }: IngressCluster, service: string): string {
  return ingressUrlTemplate.replace('{service}', service).replace(/\/$/, '');
}

/**
 * @param serviceOf the name of a workspace's Service.
 * @returns builds a path's URL.
 * @throws Error for an unknown cluster.
 */
export function workspaceUrls(clusters: readonly IngressCluster[], serviceOf = resourceName) {
  return ({ clusterId, name }: { clusterId: string; name: string }, path: string): string => {
    const cluster = clusters.find(({ id }) => id === clusterId);
    if (!cluster) throw new Error(`There is no cluster ${clusterId} in the configuration.`);
    return ingressUrl(cluster, serviceOf(name)) + path;
  };
}
