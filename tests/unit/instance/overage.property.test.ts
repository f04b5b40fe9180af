import fc from 'fast-check';
import { expect, test } from 'vitest';
import { executionsLimitOf, type InstanceFacts } from '#app/domain/instance/state.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const unitPrice = { amount: 800, currency: 'USD' };

/** A workspace whose process counts what runs within its limit, beside a ledger of what ran beyond the plan of its time. */
class Ledger {
  readonly world: InstanceWorld = largestPlan();
  readonly owed = new Map<string, number>();
  readonly charged = new Map<string, number>();
  readonly charges: string[] = [];
  readonly #counters = new Map<string, number>();

  run(wanted: number): void {
    const { facts } = this.world.state;
    const before = this.#used(this.#month);
    const after = Math.max(before, Math.min(before + wanted, executionsLimitOf(facts)));
    const limit = facts.limits.monthlyExecutions;
    this.#counters.set(this.#month, after);
    add(this.owed, this.#month, Math.max(after, limit) - Math.max(before, limit));
  }

  read(): void {
    if (this.world.state.phase.kind !== 'online') return;
    const usage = { timeframe: this.#month, executions: this.#used(this.#month), activeWorkflows: 1 };
    this.world.send({ kind: 'usage-read', usage });
  }

  change(changes: (facts: InstanceFacts) => Partial<InstanceFacts>): void {
    const { overage, ...facts } = { ...this.world.state.facts, ...changes(this.world.state.facts) };
    const isPaid = overage && facts.entitlement.kind === 'active';
    const factsRevision = facts.factsRevision + 1;
    this.world.send({
      kind: 'facts-received',
      facts: { ...facts, ...(isPaid && { overage }), factsRevision },
    });
  }

  pass(hours: number): void {
    const { world } = this;
    // One alarm of each kind: the hundreds of probes on the way change nothing.
    world.now += hours * HOUR_MS;
    world.probe();
    const closesAt = world.schedules.get('month-close');
    if (closesAt !== undefined && closesAt <= world.now) world.send({ kind: 'month-close-due' });
  }

  /** Answers what the workspace asks of its process and of the database. */
  settle(): void {
    for (const effect of this.world.effects.splice(0)) {
      if (effect.kind === 'read-usage') this.read();
      if (effect.kind === 'count-month') {
        const { month, part } = effect;
        this.world.send({ kind: 'month-counted', month, part, executions: this.#used(month) });
      }
      if (effect.kind !== 'charge-overage') continue;
      add(this.charged, effect.month, effect.executions);
      this.charges.push(`${effect.month}/${effect.part}`);
    }
  }

  get #month(): string {
    return timeframeOf(this.world.now);
  }

  #used(month: string): number {
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
const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    fc.nat(9_000).map(
      (wanted): Command =>
        (ledger) =>
          ledger.run(wanted),
    ),
    fc.constant<Command>((ledger) => ledger.read()),
    fc.constantFrom(500, 1_000, 5_000).map(
      (monthlyExecutions): Command =>
        (ledger) =>
          ledger.change(({ limits }) => ({ limits: { ...limits, monthlyExecutions } })),
    ),
    fc.constantFrom(1_000, 4_000, 9_000).map(
      (maxExecutions): Command =>
        (ledger) =>
          ledger.change(() => ({ overage: { maxExecutions, unitPrice } })),
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

test('no month is charged for more than ran beyond the plan of its time, and no part of it twice', () => {
  const property = fc.property(commands, (given) => {
    const ledger = new Ledger();
    for (const command of given) {
      command(ledger);
      ledger.settle();
    }
    ledger.world.cluster = 'ready';
    for (let turn = 0; turn < 20; turn += 1) {
      ledger.pass(2 * 24);
      ledger.settle();
    }
    for (const [month, executions] of ledger.charged)
      expect(executions, month).toBeLessThanOrEqual(ledger.owed.get(month) ?? 0);
    expect(new Set(ledger.charges).size).toBe(ledger.charges.length);
  });
  fc.assert(property, { numRuns: 2_000 });
});
