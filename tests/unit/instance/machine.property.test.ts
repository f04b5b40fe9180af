import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS, START } from './facts.ts';
import { InstanceWorld } from './world.ts';

const RUNS = 5_000;

const answer = fc.constantFrom('ready', 'not-ready', 'missing', 'unreachable' as const);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('run' as const), answer }) },
  // An answer that nobody waits for any more, or a look that was asked for from outside.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), answer }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('provision' as const),
      version: fc.constantFrom('1.115.3', '1.116.0'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trial-ended' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: -DAY_MS, max: 5 * DAY_MS }),
    }),
  },
);
const trial = fc.constantFrom(START + 14 * DAY_MS, null);

test('whatever happens: a schedule is armed, Stopped is kept, revisions only grow, and changes alone are told', () => {
  fc.assert(
    fc.property(trial, fc.array(action, { maxLength: 60 }), (trialEndsAt, actions) => {
      const world = new InstanceWorld().provision({ trialEndsAt });
      let wasStopped = false;
      for (const step of actions) {
        const before = world.state;
        const told = world.pushed.length;
        if (step.do === 'wait') world.now += step.ms;
        if (step.do === 'run' && world.next) world.runNext(step.answer);
        if (step.do === 'answer') world.look(step.answer);
        if (step.do === 'provision') world.provision({ trialEndsAt, version: step.version });
        if (step.do === 'trial-ended') world.send({ kind: 'trial-ended' });

        const { state, view } = world;
        if (!state || !before) throw new Error('the instance is gone');
        if (view.status !== InstanceStatus.Stopped || !state.isApplied) {
          expect(world.schedules.has('look')).toBe(true);
        }
        if (view.status !== InstanceStatus.Stopped && trialEndsAt !== null) {
          expect(world.schedules.has('trial-end')).toBe(true);
        }
        if (wasStopped) expect(view.status).toBe(InstanceStatus.Stopped);
        wasStopped = view.status === InstanceStatus.Stopped;
        expect(state.revision).toBeGreaterThanOrEqual(before.revision);
        expect(world.pushed.length > told).toBe(state.revision > before.revision);
        expect(view.notice === 'cluster_unreachable' && view.status !== InstanceStatus.Pending).toBe(false);
      }
    }),
    { numRuns: RUNS },
  );
});
