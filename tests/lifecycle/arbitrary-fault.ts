import fc from 'fast-check';
import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import type { Fault } from './fault-injector.ts';
import type { World } from './world.ts';

interface PlannedFault {
  title: string;
  of(world: World): Fault;
}

const accountId = 'acc_ada';

/** Events that can arrive while the object waits for an outside call. */
const concurrentEvents: Record<string, (world: World) => Promise<void>> = {
  restart: (world) => world.callMeanwhile({ kind: 'restart-requested', accountId }),
  timetable: (world) => world.callMeanwhile({ kind: 'timetable-due' }),
  configure: (world) => world.callMeanwhile(otherSwitches(world)),
  'late answer': (world) =>
    world.callMeanwhile({ kind: 'probed', generation: (world.state?.generation ?? 1) - 1, answer: 'ready' }),
  pay: (world) => world.callMeanwhile(world.factsEvent({ kind: 'active' })),
  pause: (world) => world.callMeanwhile(world.factsEvent({ kind: 'paused', pausedAt: world.now })),
  limits: (world) => world.callMeanwhile(world.factsEvent(world.entitlement, { limit: 3_500 - world.limit })),
  'second alarm': (world) => world.alarmMeanwhile(),
};

function otherSwitches({ state }: World): InstanceEvent {
  const known = state?.configuration.saveExecutions;
  const saveExecutions = { manual: true, failed: !known?.failed, successful: true };
  return { kind: 'configuration-requested', accountId, change: { saveExecutions }, releases: [] };
}

/** At each of these outside calls the object dies or another event arrives. */
export const arbitraryFault: fc.Arbitrary<PlannedFault> = fc.oneof(
  fc
    .record({ kind: fc.constantFrom('crash-before' as const, 'crash-after' as const), atCall: fc.nat(4) })
    .map((planned) => ({ title: `${planned.kind} call ${planned.atCall}`, of: () => planned })),
  fc.record({ atCall: fc.nat(4), keptTurns: fc.nat(3) }).map(({ atCall, keptTurns }) => ({
    title: `crash-unwritten but for ${keptTurns} turns, before call ${atCall}`,
    of: () => ({ kind: 'crash-unwritten' as const, atCall, keptTurns }),
  })),
  fc.nat(2).map((keptTurns) => ({
    title: `crash-at-end but for ${keptTurns} turns`,
    of: () => ({ kind: 'crash-at-end' as const, keptTurns }),
  })),
  fc
    .record({ atCall: fc.nat(3), what: fc.constantFrom(...Object.keys(concurrentEvents)) })
    .map(({ atCall, what }) => ({
      title: `${what} meanwhile call ${atCall}`,
      of: (world: World): Fault => ({
        kind: 'meanwhile',
        atCall,
        act: async () => concurrentEvents[what]?.(world),
      }),
    })),
);
