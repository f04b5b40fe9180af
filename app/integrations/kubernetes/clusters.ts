import type { Cluster } from '#app/domain/instance/cluster-port.ts';
import { type ClusterSettings, kubernetesCluster } from './cluster.ts';

/**
 * @returns a function that finds a cluster by its id, and throws for an unlisted one: a workspace's cluster must stay
 *   listed while it runs there.
 */
export function kubernetesClusters({
  clusters,
  ...shared
}: Pick<ClusterSettings, 'engineImage' | 'portal' | 'outbound'> & {
  clusters: ReadonlyArray<{ id: string } & Pick<ClusterSettings, 'apiUrl' | 'token' | 'namespace'>>;
}): (clusterId: string) => Cluster {
  const adapters = new Map(
    clusters.map((cluster) => [cluster.id, kubernetesCluster({ ...shared, ...cluster })]),
  );
  return (clusterId) => {
    const adapter = adapters.get(clusterId);
    if (!adapter) throw new Error(`There is no cluster ${clusterId} in the configuration.`);
    return adapter;
  };
}
