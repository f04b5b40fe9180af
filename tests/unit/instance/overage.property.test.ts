import fc from 'fast-check';
import { expect, test } from 'vitest';
import { executionsLimitOf } from '#app/domain/instance/executions-limit.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { monthEnds } from '#app/domain/usage/months.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const unitPrice = { amount: 800, currency: 'USD' };

/** A workspace whose process counts executions within its limit, and a ledger of executions beyond the plan at the time. */
class Ledger {
  readonly world: InstanceWorld = largestPlan();
  readonly owed = new Map<string, number>();
  readonly charged = new Map<string, number>();
  readonly charges: string[] = [];
  /** While true, the process answers no call. */
  isSilent = false;
  readonly #counters = new Map<string, number>();
  /** Each change of a month's counter. */
  readonly #ran: Array<{ at: number; month: string; after: number }> = [];
  /** The amount owed for each part of a month, within its cap. */
  readonly #parts = new Map<string, number>();

  run(wanted: number): void {
    const { facts } = this.world.state;
    const before = this.#sumUsed(this.#month);
    const after = Math.max(before, Math.min(before + wanted, executionsLimitOf(facts)));
    const limit = facts.limits.monthlyExecutions;
    this.#counters.set(this.#month, after);
    this.#ran.push({ at: this.world.now, month: this.#month, after });
    const paid = Math.max(after, limit) - Math.max(before, limit);
    if (paid === 0) return;
    const { current } = this.world.state.overage;
    const part = `${this.#month}/${current?.month === this.#month ? current.part : 1}`;
    const known = this.#parts.get(part) ?? 0;
    const owed = Math.max(known, Math.min(known + paid, facts.overage?.maxExecutions ?? 0));
    this.#parts.set(part, owed);
    add(this.owed, this.#month, owed - known);
  }

  read(): void {
    if (this.world.state.phase.kind !== 'online' || this.isSilent) return;
    const usage = { timeframe: this.#month, executions: this.#sumUsed(this.#month), activeWorkflows: 1 };
    this.world.send({ kind: 'usage-read', usage });
  }

  change(changes: (facts: InstanceFacts) => Partial<InstanceFacts>): void {
    const { overage, ...facts } = { ...this.world.state.facts, ...changes(this.world.state.facts) };
    const isPaid = overage && facts.entitlement.kind === 'active';
    const factsRevision = facts.factsRevision + 1;
    // No execution starts at the instant of a change.
    this.world.now += 1;
    this.world.send({
      kind: 'facts-received',
      facts: { ...facts, ...(isPaid && { overage }), factsRevision },
    });
  }

  pass(hours: number): void {
    const { world } = this;
    // One alarm of each kind: the hundreds of probes in between change nothing.
    world.now += hours * HOUR_MS;
    world.probe();
  }

  /** Answers the workspace's requests to its process and the database. */
  settle(): void {
    for (const effect of this.world.effects.splice(0)) {
      if (effect.kind === 'read-usage') this.read();
      if (effect.kind === 'count-executions' && !this.isSilent) {
        const { month, instants } = effect;
        const counters = instants.map((since) => ({ since, executions: this.#sumUsedBefore(month, since) }));
        this.world.send({ kind: 'executions-counted', month, counters });
      }
      if (effect.kind === 'count-month' && !this.isSilent) {
        const { month, part } = effect;
        this.world.send({ kind: 'month-counted', month, part, executions: this.#sumUsed(month) });
      }
      if (effect.kind !== 'charge-overage') continue;
      add(this.charged, effect.month, effect.executions);
      this.charges.push(`${effect.month}/${effect.part}`);
    }
    const closesAt = this.world.schedules.get('month-close');
    if (closesAt === undefined || closesAt > this.world.now) return;
    this.world.schedules.delete('month-close');
    this.world.send({ kind: 'month-close-due' });
    this.settle();
  }

  get #month(): string {
    return timeframeOf(this.world.now);
  }

  #sumUsedBefore(month: string, since: number): number {
    return this.#ran.findLast((run) => run.month === month && run.at < since)?.after ?? 0;
  }

  #sumUsed(month: string): number {
    return this.#counters.get(month) ?? 0;
  }
}

function largestPlan(): InstanceWorld {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  const { limits } = world.state.facts;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 5_000 } });
  return world;
}

function add(sums: Map<string, number>, month: string, amount: number): void {
  sums.set(month, (sums.get(month) ?? 0) + amount);
}

type Command = (ledger: Ledger) => void;

const silence = fc.boolean().map(
  (isSilent): Command =>
    (ledger) => {
      ledger.isSilent = isSilent;
    },
);

const runs = fc.nat(9_000).map(
  (wanted): Command =>
    (ledger) =>
      ledger.run(wanted),
);

const choices = fc.constantFrom(1_000, 4_000, 9_000).map(
  (maxExecutions): Command =>
    (ledger) =>
      ledger.change(() => ({ overage: { maxExecutions, unitPrice } })),
);

const ofTheMonth: Array<fc.Arbitrary<Command>> = [
  runs,
  choices,
  fc.constant<Command>((ledger) => ledger.read()),
  fc.constantFrom(500, 1_000, 5_000).map(
    (monthlyExecutions): Command =>
      (ledger) =>
        ledger.change(({ limits }) => ({ limits: { ...limits, monthlyExecutions } })),
  ),
  fc.boolean().map(
    (isActive): Command =>
      (ledger) =>
        ledger.change(() => ({
          entitlement: isActive
            ? { kind: 'active' }
            : { kind: 'cancelled', endsAt: ledger.world.now + 40 * DAY_MS },
        })),
  ),
  silence,
];

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    ...ofTheMonth,
    fc.constantFrom('ready', 'not-ready').map(
      (answer): Command =>
        ({ world }) => {
          world.cluster = answer;
        },
    ),
    fc.constantFrom(1, 6, 8 * 24).map(
      (hours): Command =>
        (ledger) =>
          ledger.pass(hours),
    ),
  ),
  { maxLength: 20 },
);

/** Within three days after a month's end, while its counter is still requested. */
const shortly: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    ...ofTheMonth,
    runs,
    choices,
    choices,
    fc.constantFrom(1, 2, 3).map(
      (hours): Command =>
        (ledger) =>
          ledger.pass(hours),
    ),
  ),
  { minLength: 10, maxLength: 20 },
);

function settleAll(ledger: Ledger): void {
  ledger.world.cluster = 'ready';
  ledger.isSilent = false;
  for (let turn = 0; turn < 20; turn += 1) {
    ledger.pass(2 * 24);
    ledger.settle();
  }
}

test('every execution beyond the plan of its time is charged once, whatever reading fails', () => {
  const property = fc.property(fc.nat(40), shortly, (hoursBefore, given) => {
    const ledger = new Ledger();
    ledger.world.now = monthEnds(timeframeOf(ledger.world.now)) - hoursBefore * HOUR_MS;
    ledger.read();
    for (const command of given) {
      command(ledger);
      ledger.settle();
    }
    settleAll(ledger);
    expect(Object.fromEntries(ledger.charged)).toEqual(
      Object.fromEntries([...ledger.owed].filter(([, executions]) => executions > 0)),
    );
    expect(new Set(ledger.charges).size).toBe(ledger.charges.length);
  });
  fc.assert(property, { numRuns: 3_000, seed: 41 });
});

test('no month is charged for more than ran beyond the plan of its time, and no part of it twice', () => {
  const property = fc.property(commands, (given) => {
    const ledger = new Ledger();
    for (const command of given) {
      command(ledger);
      ledger.settle();
    }
    settleAll(ledger);
    for (const [month, executions] of ledger.charged)
      expect(executions, month).toBeLessThanOrEqual(ledger.owed.get(month) ?? 0);
    expect(new Set(ledger.charges).size).toBe(ledger.charges.length);
  });
  // Fixed seed: a rare sequence must not fail an unrelated change.
  fc.assert(property, { numRuns: 3_000, seed: 23 });
});
