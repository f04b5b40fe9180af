import { test } from 'vitest';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { quickPaddleTimings, World } from '../sandbox/harness.ts';
import { changeLater, type Fault, ignoreRefusal } from './interruptions.ts';

type Subject = Awaited<ReturnType<typeof changeLater>>;

/** What a person, or an operator, does after a method that failed. */
const sequels: Record<string, (subject: Subject) => Promise<unknown>> = {
  nothing: async () => {},
  undo: ({ billing, id }) => billing.undoCancel(id),
  cancel: ({ billing, id }) => billing.cancel(id),
  'downgrade, cancel': async ({ billing, id, change }) => {
    await change('starter');
    await billing.cancel(id);
  },
  'cancel at the provider': ({ cancelAtProvider }) => cancelAtProvider(),
  'upgrade, cancel at the provider': async ({ change, cancelAtProvider }) => {
    await change('pro-2');
    await cancelAtProvider();
  },
  'upgrade, cancel': async ({ billing, id, change }) => {
    await change('pro-2');
    await billing.cancel(id);
  },
};
const names = Object.keys(sequels);

const cancel = (id: string) => (billing: BillingProvider) => billing.cancel(id);
const undo = (id: string) => (billing: BillingProvider) => billing.undoCancel(id);
const examine = (id: string) => (billing: BillingProvider) => billing.refundLostCharge(id);

/** Each call of the method fails in each way, alone and with a later one. */
test.each([
  ['a cancellation that charges', 'starter', 'pro-1', null, cancel],
  ['a cancellation that owes nothing', 'pro-1', 'starter', null, cancel],
  ['the undoing of a cancellation that charged', 'starter', 'pro-1', [], undo],
  // The provider has charged, and refused the cancellation.
  ['the examination of a charge', 'starter', 'pro-1', [{ at: 4, kind: 'refused' }], examine],
] as const)(
  'limits are paid for after any interruption of %s',
  async (_what, paid, wanted, cancelled, method) => {
    // No webhook is received here: each is sent once.
    const paddle = { ...quickPaddleTimings, firstRetryMs: HOUR_MS, maxRetryMs: HOUR_MS };
    await using world = await World.start({ paddle });

    /** @returns the calls that the method made. */
    async function run(faults: readonly Fault[], name: string): Promise<readonly string[]> {
      const subject = await changeLater(world, paid, wanted);
      const { id, billing, interrupt, expectFunded, expectSettled } = subject;
      if (cancelled) await interrupt(cancel(id), cancelled);
      const calls = await interrupt(method(id), faults);
      const history = { faults, calls, name };
      await expectFunded(history);
      await sequels[name]?.(subject).catch(ignoreRefusal);
      await expectFunded(history);
      await billing.refundLostCharge(id);
      await expectFunded(history);
      await expectSettled(history);
      return calls;
    }

    async function explore(faults: readonly Fault[], after: number): Promise<void> {
      const histories = names.slice(faults.length === 2 ? -2 : 0).map((name) => run(faults, name));
      const [calls = []] = await Promise.all(histories);
      if (faults.length === 2) return;
      for (const [at, call] of calls.entries()) {
        if (at <= after) continue;
        // Of a read, nobody knows but the reader whether it was made.
        const kinds = call.startsWith('GET') ? (['cut'] as const) : (['refused', 'cut', 'lost'] as const);
        for (const kind of kinds) await explore([...faults, { at, kind }], at);
      }
    }

    // The first call reads.
    await explore([], 0);
  },
);
