/** A cluster for workspaces, from the configuration. */
export interface ClusterOffer {
  id: string;
  region: string;
  /** Memory for workspaces, in MiB. */
  capacityMib: number;
}

const regionsByContinent: ReadonlyMap<string | undefined, string> = new Map([
  ['EU', 'eu'],
  ['AF', 'eu'],
  ['NA', 'us'],
  ['SA', 'us'],
  ['AS', 'ap'],
  ['OC', 'ap'],
]);

/** @returns the region nearest to a continent (two letters, as Cloudflare names it); null for an unknown one. */
export function regionOfContinent(continent: string | undefined): string | null {
  return regionsByContinent.get(continent) ?? null;
}

/**
 * Chooses a new workspace's cluster: the one of its region with the most room, or of another region when that is full.
 * @param usedMib memory limits of workspaces, by cluster id. @returns null when all clusters are full.
 */
export function chooseCluster(
  clusters: readonly ClusterOffer[],
  region: string | null,
  usedMib: Readonly<Record<string, number>>,
  neededMib: number,
): ClusterOffer | null {
  const roomOf = ({ id, capacityMib }: ClusterOffer) => capacityMib - (usedMib[id] ?? 0);
  const fitting = clusters
    .filter((cluster) => roomOf(cluster) >= neededMib)
    .sort((a, b) => roomOf(b) - roomOf(a) || a.id.localeCompare(b.id));
  return fitting.find((cluster) => cluster.region === region) ?? fitting[0] ?? null;
}
