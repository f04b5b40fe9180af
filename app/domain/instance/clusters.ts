/** A cluster that workspaces may run on, as the configuration lists it. */
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

/** @returns the region nearest to a continent (two letters, as Cloudflare names it); null when it is not known. */
export function regionOfContinent(continent: string | undefined): string | null {
  return regionsByContinent.get(continent) ?? null;
}

/**
 * Chooses where a new workspace runs: the cluster of its region with the most room, or of any region when that one is
 * full: far away is better than not at all.
 *
 * @param usedMib what each cluster's workspaces may use already, by cluster id.
 * @returns null when there is room nowhere.
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
