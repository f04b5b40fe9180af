import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { workspaceFacts } from '../../support/workspace-facts.ts';

/** 2027-01-15 08:00 UTC. */
export const START = 1_800_000_000_000;

export function facts(changes: Partial<InstanceFacts> = {}): InstanceFacts {
  return workspaceFacts('ada', {
    workspaceId: 'wks_1',
    ownerEmail: 'ada@example.com',
    entitlement: { kind: 'trial', endsAt: START + 14 * DAY_MS },
    clusterId: 'eu-1',
    ...changes,
  });
}

export function release(name: string, changes: Partial<Release> = {}): Release {
  return { name, createdAt: START, hasBreakingChange: false, hasSecurityFix: false, ...changes };
}

/** 2.0.0 has an irreversible migration; 2.2 is in beta. */
export const releases: readonly Release[] = [
  release('1.0.0'),
  release('1.1.0'),
  release('2.0.0', { hasBreakingChange: true }),
  release('2.1.0'),
  release('2.2.0'),
];
