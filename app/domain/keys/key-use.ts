/** What needs an older version of a workspace's master key. */
export const keyPurposes = ['sealed', 'process', 'final-link'] as const;
type KeyPurpose = (typeof keyPurposes)[number];

/** One thing that can be read or verified with one version of the master key alone. */
export interface KeyUse {
  /** `sealed`: the object's own keys. `process`: what runs in the cluster. `final-link`: a mailed link. */
  purpose: KeyPurpose;
  version: number;
  /** UTC ms after which the version is needed no more by itself; null when something has to be done for it. */
  until: number | null;
}

/**
 * @param uses of one workspace.
 * @param now UTC ms.
 * @returns the use that needs the oldest version, of several with one version the one that lasts longest; null for none.
 */
export function oldestKeyUse(uses: readonly KeyUse[], now: number): KeyUse | null {
  const [oldest] = uses
    .filter(({ until }) => until === null || until > now)
    .sort((a, b) => a.version - b.version || lasting(b) - lasting(a));
  return oldest ?? null;
}

function lasting({ until }: KeyUse): number {
  return until ?? Number.POSITIVE_INFINITY;
}
