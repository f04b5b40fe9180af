import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const MONTH_END = Date.UTC(2027, 1, 1);
const terms = { maxExecutions: 500, unitPrice: { amount: 800, currency: 'USD' } };

/** An Online workspace with 1,000 executions in its plan and up to 500 more. */
function runningOn(): InstanceWorld {
  const world = onlineWorld();
  world.effects.length = 0;
  world.counterAt = () => 0;
  world.sendFacts({ entitlement: { kind: 'active' }, overage: terms });
  expect(world.effects).toContainEqual({ kind: 'read-usage' });
  read(world, 0);
  return world;
}
function read(world: InstanceWorld, executions: number, timeframe = '2027-01'): void {
  world.send({ kind: 'usage-read', usage: { timeframe, executions, activeWorkflows: 2 } });
}
const charges = (world: InstanceWorld) => world.effects.filter(({ kind }) => kind === 'charge-overage');
const counts = (world: InstanceWorld) => world.effects.filter(({ kind }) => kind === 'count-month');
const mails = (world: InstanceWorld) => world.mails.map(({ id }) => id);
const charge = (executions: number, month = '2027-01', part = 1) => ({
  kind: 'charge-overage',
  month,
  part,
  executions,
  unitPrice: terms.unitPrice,
});
const close = (world: InstanceWorld) => world.send({ kind: 'month-close-due' });

test('mails once when paid executions begin and once at the cap; the plan’s warnings stay', () => {
  const world = runningOn();
  for (const executions of [499, 800, 1_000, 1_001, 1_200, 999, 1_100, 1_500, 1_500]) read(world, executions);
  expect(mails(world)).toEqual([
    'usage:2027-01:1000:80',
    'usage:2027-01:1000:95',
    'overage_begun:2027-01',
    'overage_cap:2027-01',
  ]);
  expect(world.mails[2]?.mail).toEqual({
    template: 'overage_begun',
    data: { limit: 1_000, maxExecutions: 500, unitPrice: '$8.00', timeframe: '2027-01' },
  });
  expect(world.view.overage).toEqual({ executions: 500, terms });
});

test('a larger plan has its own warning at 100 % after the mail about paid executions', () => {
  const world = runningOn();
  read(world, 1_200);
  world.counterAt = () => 1_200;
  const { limits } = world.state.facts;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 2_500 } });
  read(world, 2_400);
  read(world, 2_501);
  expect(mails(world)).toEqual(['overage_begun:2027-01', 'usage:2027-01:2500:95', 'usage:2027-01:2500:100']);
  world.sendFacts({ limits });
  read(world, 2_502);
  expect(mails(world).filter((id) => id.startsWith('usage'))).toHaveLength(2);
});

test('warns at 100 % if the account chooses to hold before a paid execution ran', () => {
  const world = runningOn();
  read(world, 1_000);
  expect(mails(world)).toEqual(['usage:2027-01:1000:95']);
  const { overage: _overage, ...facts } = world.state.facts;
  world.send({ kind: 'facts-received', facts: { ...facts, factsRevision: facts.factsRevision + 1 } });
  read(world, 1_000);
  expect(mails(world)).toEqual(['usage:2027-01:1000:95', 'usage:2027-01:1000:100']);
});

test('warns at 100 % of a smaller plan whose paid executions are used up too: executions wait', () => {
  const world = runningOn();
  const { limits } = world.state.facts;
  read(world, 900);
  world.counterAt = () => 900;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 300 } });
  read(world, 900);
  expect(mails(world)).toEqual(['usage:2027-01:1000:80', 'usage:2027-01:300:100']);
});

test.for([0, 499, 799])(
  'a jump from %i to exactly the limit sends the highest warning below it, once',
  (before) => {
    const world = runningOn();
    read(world, before);
    const earlier = mails(world);
    read(world, 1_000);
    read(world, 1_000);
    expect(mails(world)).toEqual([...earlier, 'usage:2027-01:1000:95']);
    read(world, 1_001);
    expect(mails(world).at(-1)).toBe('overage_begun:2027-01');
  },
);

test('a jump beyond the limit sends only the mail about paid executions', () => {
  const world = runningOn();
  read(world, 1_001);
  expect(mails(world)).toEqual(['overage_begun:2027-01']);
});

test('charges the month’s final count, once, after the process’s clock had time to follow', () => {
  const world = runningOn();
  read(world, 1_200);
  expect(world.schedules.get('month-close')).toBe(MONTH_END + 5 * MINUTE_MS);
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  expect(counts(world)).toEqual([{ kind: 'count-month', month: '2027-01', part: 1 }]);
  expect(charges(world)).toEqual([]);
  const counted = { kind: 'month-counted', month: '2027-01', part: 1, executions: 1_240 } as const;
  world.send(counted);
  world.send(counted);
  expect(charges(world)).toEqual([charge(240)]);
  // The next month has begun.
  expect(world.view.overage).toEqual({ executions: 0, terms });
  expect(world.schedules.get('month-close')).toBe(Date.UTC(2027, 2, 1) + 5 * MINUTE_MS);
});

test('charges nothing for a month within the plan', () => {
  const world = runningOn();
  read(world, 900);
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  world.send({ kind: 'month-counted', month: '2027-01', part: 1, executions: 1_000 });
  expect(charges(world)).toEqual([]);
});

test('asks each hour when the workspace does not respond, and uses the last reading after three days', () => {
  const world = runningOn();
  read(world, 1_200);
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  const second = world.now + HOUR_MS;
  expect(world.schedules.get('month-close')).toBe(second);
  world.now = second;
  close(world);
  expect(counts(world)).toHaveLength(2);
  world.now = MONTH_END + 3 * DAY_MS + 5 * MINUTE_MS;
  close(world);
  expect(charges(world)).toEqual([charge(200)]);
  // A later answer changes nothing.
  world.send({ kind: 'month-counted', month: '2027-01', part: 1, executions: 1_400 });
  expect(charges(world)).toHaveLength(1);
});

test('a reading of the next month closes the previous one, even without an alarm', () => {
  const world = runningOn();
  read(world, 1_200);
  world.now = MONTH_END + 1;
  read(world, 3, '2027-02');
  expect(world.view.overage).toEqual({ executions: 0, terms });
  expect(world.schedules.get('month-close')).toBe(MONTH_END + 5 * MINUTE_MS);
});

test('a cancellation closes the month immediately, and undoing it begins a second part', () => {
  const world = runningOn();
  read(world, 1_200);
  const { overage: _overage, ...facts } = world.state.facts;
  world.send({
    kind: 'facts-received',
    facts: {
      ...facts,
      entitlement: { kind: 'cancelled', endsAt: START + 40 * DAY_MS },
      factsRevision: facts.factsRevision + 1,
    },
  });
  expect(world.schedules.get('month-close')).toBe(world.now);
  close(world);
  world.send({ kind: 'month-counted', month: '2027-01', part: 1, executions: 1_210 });
  expect(charges(world)).toEqual([charge(210)]);
  expect(world.view.overage).toBeUndefined();

  world.counterAt = () => 1_210;
  world.sendFacts({ entitlement: { kind: 'active' }, overage: terms });
  read(world, 1_300);
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  world.send({ kind: 'month-counted', month: '2027-01', part: 2, executions: 1_310 });
  expect(charges(world)).toEqual([charge(210), charge(100, '2027-01', 2)]);
});

test('a cancellation that is undone while nothing responds charges each execution once', () => {
  const world = runningOn();
  read(world, 1_200);
  world.probe('not-ready');
  const { overage: _overage, ...facts } = world.state.facts;
  const entitlement = { kind: 'cancelled', endsAt: START + 40 * DAY_MS } as const;
  const factsRevision = facts.factsRevision + 1;
  world.send({ kind: 'facts-received', facts: { ...facts, entitlement, factsRevision } });
  close(world);
  expect(counts(world)).toEqual([]);
  world.sendFacts({ entitlement: { kind: 'active' }, overage: terms });
  // The first reading after the workspace is Online again.
  world.counterAt = () => 1_250;
  read(world, 1_250);
  expect(charges(world)).toEqual([charge(250)]);
  read(world, 1_400);
  expect(world.view.overage?.executions).toBe(150);
});

test('holding again keeps earlier executions, and charges them at the month’s end', () => {
  const world = runningOn();
  read(world, 1_200);
  const { overage: _overage, ...facts } = world.state.facts;
  world.send({ kind: 'facts-received', facts: { ...facts, factsRevision: facts.factsRevision + 1 } });
  expect(world.view.overage).toEqual({ executions: 200, terms: null });
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  world.send({ kind: 'month-counted', month: '2027-01', part: 1, executions: 1_200 });
  expect(charges(world)).toEqual([charge(200)]);
  expect(world.schedules.has('month-close')).toBe(false);
});

test('a smaller plan reads the counter before executions are paid again', () => {
  const world = runningOn();
  read(world, 900);
  const { limits } = world.state.facts;
  world.counterAt = () => 950;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 500 } });
  expect(world.effects.slice(-2)).toContainEqual({ kind: 'read-usage' });
  read(world, 980);
  expect(world.view.overage?.executions).toBe(30);
});

test('does not charge executions that a larger plan allowed, even if no reading preceded the choice to run on', () => {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  const { limits } = world.state.facts;
  read(world, 100);
  // 900 more executions, not yet read.
  world.counterAt = () => 1_000;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 500 } });
  world.sendFacts({ overage: terms });
  read(world, 1_000);
  expect(world.view.overage?.executions).toBe(0);
  read(world, 1_040);
  expect(world.view.overage?.executions).toBe(40);
});

test('counts a larger plan from its change, however late its facts arrive', () => {
  const world = runningOn();
  read(world, 1_100);
  const changedAt = world.now + MINUTE_MS;
  world.now += HOUR_MS;
  read(world, 1_400);
  world.counterAt = (since) => (since === changedAt ? 1_120 : null);
  const { facts } = world.state;
  const limits = { ...facts.limits, monthlyExecutions: 5_000 };
  const factsRevision = facts.factsRevision + 1;
  world.send({ kind: 'facts-received', facts: { ...facts, limits, factsRevision }, changedAt });
  read(world, 1_400);
  expect(world.view.overage?.executions).toBe(120);
});

test('counts a smaller plan from when its facts arrive', () => {
  const world = runningOn();
  read(world, 900);
  const changedAt = world.now;
  world.now += HOUR_MS;
  world.counterAt = (since) => (since === world.now ? 980 : null);
  const { facts } = world.state;
  const limits = { ...facts.limits, monthlyExecutions: 500 };
  const factsRevision = facts.factsRevision + 1;
  world.send({ kind: 'facts-received', facts: { ...facts, limits, factsRevision }, changedAt });
  read(world, 985);
  expect(world.view.overage?.executions).toBe(5);
});

test('a smaller plan whose executions are held charges none that the larger plan allowed', () => {
  const world = runningOn();
  read(world, 900);
  const { overage: _overage, ...facts } = world.state.facts;
  const limits = { ...facts.limits, monthlyExecutions: 300 };
  world.counterAt = () => 900;
  world.send({
    kind: 'facts-received',
    facts: { ...facts, limits, factsRevision: facts.factsRevision + 1 },
  });
  // The process learns of its plan within a minute.
  read(world, 905);
  expect(world.view.overage).toBeUndefined();
});

test('does not charge executions that a larger plan allowed in a new month', () => {
  const world = runningOn();
  const { limits } = world.state.facts;
  world.now = MONTH_END + MINUTE_MS;
  // 800 more executions, not yet read.
  world.counterAt = () => 800;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 500 } });
  read(world, 800, '2027-02');
  expect(world.view.overage?.executions).toBe(0);
});

test('a month after one with the same plan counts from its first execution', () => {
  const world = runningOn();
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  read(world, 1_030, '2027-02');
  expect(world.view.overage?.executions).toBe(30);
});

test('executions after the choice are charged, even while earlier ones cannot be counted', () => {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  read(world, 900);
  const chosenAt = world.now;
  world.sendFacts({ overage: terms });
  world.now += 3 * HOUR_MS;
  read(world, 1_300);
  read(world, 1_310);
  expect(world.view.overage?.executions).toBe(0);
  world.counterAt = (since) => (since === chosenAt ? 1_000 : null);
  read(world, 1_310);
  // With the counter at the choice known, the next reading counts everything since.
  read(world, 1_310);
  expect(world.view.overage?.executions).toBe(310);
});

test('executions between several uncounted changes are divided among those changes', () => {
  const world = runningOn();
  const { limits } = world.state.facts;
  const counters = new Map<number, number>();
  world.counterAt = () => null;
  for (const [counter, monthlyExecutions] of [
    [1_100, 1_500],
    [1_700, 500],
    [1_800, 2_000],
  ] as const) {
    world.now += MINUTE_MS;
    counters.set(world.now, counter);
    world.sendFacts({ limits: { ...limits, monthlyExecutions } });
  }
  world.now = MONTH_END + 5 * MINUTE_MS;
  close(world);
  world.send({ kind: 'month-counted', month: '2027-01', part: 1, executions: 1_900 });
  // Nothing is charged until the whole month can be divided.
  expect(charges(world)).toEqual([]);
  world.counterAt = (since) => counters.get(since) ?? null;
  world.now += HOUR_MS;
  close(world);
  world.send({ kind: 'month-counted', month: '2027-01', part: 1, executions: 1_900 });
  // 100 beyond 1,000; 200 beyond 1,500; 100 beyond 500; none beyond 2,000.
  expect(charges(world)).toEqual([charge(400)]);
});

test('shows the price in force: of two prices within a month, the lower one', () => {
  const world = runningOn();
  const priced = (amount: number) => ({ ...terms, unitPrice: { amount, currency: 'USD' } });
  world.sendFacts({ overage: priced(900) });
  read(world, 900);
  expect(world.view.overage?.terms).toEqual(priced(900));
  read(world, 1_100);
  world.counterAt = () => 1_100;
  world.sendFacts({ overage: priced(1_000) });
  expect(world.view.overage).toEqual({ executions: 100, terms: priced(900) });
});

test('without a choice no month is closed and nothing is charged', () => {
  const world = onlineWorld();
  read(world, 5_000);
  expect(world.schedules.has('month-close')).toBe(false);
  expect(world.view.overage).toBeUndefined();
});
