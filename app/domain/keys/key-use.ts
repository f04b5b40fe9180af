/** Uses of an older version of a workspace's master key. */
export const keyPurposes = ['sealed', 'process', 'final-link'] as const;
type KeyPurpose = (typeof keyPurposes)[number];

/** Something that only one version of the master key can read or verify. */
export interface KeyUse {
  /** `sealed`: the object's own keys. `process`: what runs in the cluster. `final-link`: a mailed link. */
  purpose: KeyPurpose;
  version: number;
  /** UTC ms after which the use ends by itself; null when it needs an action. */
  until: number | null;
}

/** What an object says about its keys after it has sealed them again. */
export interface KeyReport {
  /** The newest version of the object's own master key. A busy object keeps the earlier secret for minutes after a change. */
  newestVersion: number;
  /** The remaining use of an older version; null for none. */
  oldestUse: KeyUse | null;
}

/** @returns the use of a workspace's oldest version at `now` (UTC ms), of several the one that ends last; null for none. */
export function oldestKeyUse(uses: readonly KeyUse[], now: number): KeyUse | null {
  const [oldest] = uses
    .filter(({ until }) => until === null || until > now)
    .sort((a, b) => a.version - b.version || endOf(b) - endOf(a));
  return oldest ?? null;
}

function endOf({ until }: KeyUse): number {
  return until ?? Number.POSITIVE_INFINITY;
}
