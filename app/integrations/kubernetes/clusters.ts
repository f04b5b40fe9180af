import type { Cluster } from '#app/domain/instance/cluster-port.ts';
import { type ClusterSettings, kubernetesCluster } from './cluster.ts';

/** @returns what finds a cluster by its id. @throws for an id that is not configured: it must stay so while workspaces run. */
export function kubernetesClusters({
  clusters,
  ...shared
}: Pick<ClusterSettings, 'engineImage' | 'portal' | 'outbound'> & {
  clusters: ReadonlyArray<{ id: string } & Pick<ClusterSettings, 'apiUrl' | 'token' | 'namespace'>>;
}): (clusterId: string) => Cluster {
  const adapters = new Map(
    clusters.map((cluster) => [cluster.id, kubernetesCluster({ ...cluster, ...shared })]),
  );
  return (clusterId) => {
    const adapter = adapters.get(clusterId);
    if (!adapter) throw new Error(`There is no cluster ${clusterId} in the configuration.`);
    return adapter;
  };
}
