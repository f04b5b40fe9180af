import { UnknownN8n } from './n8n/internals.ts';
import type { HookState } from './state.ts';

const FACT = 'n8n-version';

/**
 * Records the version of n8n that runs on this workspace's data. A new version of n8n changes its tables and cannot change
 * them back. An older version starts on them nevertheless, and writes rows that the newer one cannot read.
 * @throws UnknownN8n after a newer version ran.
 */
export function refuseDowngrade(state: Pick<HookState, 'fact' | 'setFact'>, version: string): void {
  const before = state.fact(FACT);
  if (before === version) return;
  if (before !== null && version.localeCompare(before, 'en', { numeric: true }) < 0)
    throw new UnknownN8n(
      `n8n ${before} ran on this workspace’s data. n8n ${version} is older and would damage them.`,
    );
  state.setFact(FACT, version);
}
