import fc from 'fast-check';
import { expect, test } from 'vitest';
import { warningLevel } from '#app/domain/instance/usage.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

function read(world: InstanceWorld, executions: number, timeframe = '2027-01'): void {
  world.send({ kind: 'usage-read', usage: { timeframe, executions, activeWorkflows: 2 } });
}
const warningsOf = (world: InstanceWorld) => world.mails.map(({ id }) => id);

test('shows the usage and keeps it by day', () => {
  const world = onlineWorld();
  read(world, 10);
  expect(world.view.usage).toEqual({ timeframe: '2027-01', executions: 10, activeWorkflows: 2 });
  expect(world.effects).toContainEqual(expect.objectContaining({ kind: 'keep-usage', day: '2027-01-15' }));
  const before = world.state;
  read(world, 10);
  expect(world.state).toBe(before);
});

test('mails at 50, 80, 95 and 100 % once a month each', () => {
  const world = onlineWorld();
  for (const executions of [499, 500, 799, 800, 850, 949, 950, 999, 1_000, 1_500, 900, 1_000])
    read(world, executions);
  expect(warningsOf(world)).toEqual([50, 80, 95, 100].map((percent) => `usage:2027-01:1000:${percent}`));
  world.now = START + 20 * DAY_MS;
  read(world, 0, '2027-02');
  read(world, 820, '2027-02');
  expect(warningsOf(world).slice(4)).toEqual(['usage:2027-02:1000:80']);
});

test('a jump over both levels mails only the higher one', () => {
  const world = onlineWorld();
  read(world, 5_000);
  read(world, 900);
  expect(warningsOf(world)).toEqual(['usage:2027-01:1000:100']);
});

test('going straight from 40 to 96 % sends one mail, for 95', () => {
  const world = onlineWorld();
  read(world, 400);
  read(world, 960);
  read(world, 970);
  expect(warningsOf(world)).toEqual(['usage:2027-01:1000:95']);
});

test('whatever the readings, each level is mailed once at most, and never after a higher one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_300), { minLength: 1, maxLength: 40 }), (readings) => {
      const world = onlineWorld();
      for (const executions of readings) read(world, executions);
      const percents = world.mails.map(({ mail }) => mail.template === 'usage_warning' && mail.data.percent);
      expect(percents).toEqual([...new Set(percents)].sort((one, other) => Number(one) - Number(other)));
      expect(percents.at(-1) ?? 0).toBe(warningLevel(Math.max(...readings), 1_000));
    }),
  );
});

test('each limit has its own warnings, which never repeat', () => {
  const world = onlineWorld();
  const { limits } = world.state.facts;
  read(world, 1_000);
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 2_000 } });
  read(world, 1_599);
  read(world, 1_600);
  world.sendFacts({ limits });
  read(world, 1_601);
  expect(warningsOf(world)).toEqual([
    'usage:2027-01:1000:100',
    'usage:2027-01:2000:50',
    'usage:2027-01:2000:80',
  ]);
});

test('a late reading of an earlier month causes no mail', () => {
  const world = onlineWorld();
  world.now = START + 20 * DAY_MS;
  read(world, 900, '2027-02');
  read(world, 5_000, '2027-01');
  expect(warningsOf(world)).toEqual(['usage:2027-02:1000:80']);
});

test('a process whose clock is ahead in the next month changes nothing: its count is of a day that has not come', () => {
  const world = onlineWorld();
  read(world, 700);
  const before = world.state;
  for (const timeframe of ['2027-02', '9999-12']) read(world, 900, timeframe);
  expect(world.state).toBe(before);
  read(world, 900);
  expect(warningsOf(world)).toEqual(['usage:2027-01:1000:50', 'usage:2027-01:1000:80']);
});

const nextReading = (world: InstanceWorld) => world.schedules.get('usage-level');

test('reads the usage when it may reach the next level before the next probe', () => {
  const world = onlineWorld();
  read(world, 400);
  world.now += 30 * MINUTE_MS;
  read(world, 450);
  expect(nextReading(world)).toBe(world.now + 30 * MINUTE_MS);
  world.now += 30 * MINUTE_MS;
  world.schedules.delete('usage-level');
  read(world, 500);
  expect(warningsOf(world)).toEqual(['usage:2027-01:1000:50']);
  expect(nextReading(world)).toBeUndefined();
});

test('an idle workspace, or one far from a level, is read no more often', () => {
  const world = onlineWorld();
  read(world, 499);
  for (const executions of [499, 500, 501, 501]) {
    world.now += 60 * MINUTE_MS;
    read(world, executions);
    expect(nextReading(world)).toBeUndefined();
  }
});

test('the mail has the usage and the limit', () => {
  const world = onlineWorld();
  read(world, 803);
  expect(world.mails[0]?.mail).toEqual({
    template: 'usage_warning',
    data: { percent: 80, executions: 803, limit: 1_000, timeframe: '2027-01' },
  });
});
