import { beforeEach, expect, test, vi } from 'vitest';
import { KnownLimits } from '#sandbox/runtime/known-limits.ts';

let now = 0;
let executions = 0;
let asked: number[] = [];
/** The portal's answer; null while it does not respond. */
let monthlyExecutionsLimit: number | null = null;

beforeEach(() => {
  [now, executions, asked, monthlyExecutionsLimit] = [0, 0, [], 2];
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

function limitsOf(): KnownLimits {
  const portal = {
    async plan() {
      asked.push(now);
      if (monthlyExecutionsLimit === null) throw new Error('the portal is silent');
      return { monthlyExecutionsLimit };
    },
  };
  return new KnownLimits(portal, () => now);
}

async function execute(limits: KnownLimits): Promise<boolean> {
  const ran = await limits.within(
    'monthlyExecutionsLimit',
    () => executions,
    () => {
      executions += 1;
      return true;
    },
  );
  return ran ?? false;
}

test('asks the portal once a minute below the limit, and every four seconds at it', async () => {
  const limits = limitsOf();
  await limits.ask();
  for (now of [1_000, 2_000]) expect(await execute(limits)).toBe(true);
  for (now of [3_000, 4_000, 7_999, 8_000, 9_000, 12_000]) expect(await execute(limits)).toBe(false);
  expect(asked).toEqual([0, 4_000, 8_000, 12_000]);
  monthlyExecutionsLimit = 1_000;
  for (now of [15_999, 16_000]) expect(await execute(limits)).toBe(now === 16_000);
  for (now of [17_000, 75_999, 76_000, 77_000]) expect(await execute(limits)).toBe(true);
  expect(asked).toEqual([0, 4_000, 8_000, 12_000, 16_000, 76_000]);
});

test('keeps the last known limit while the portal does not respond, and none before its first answer', async () => {
  const limits = limitsOf();
  monthlyExecutionsLimit = null;
  for (now of [0, 60_000, 120_000]) expect(await execute(limits)).toBe(true);
  monthlyExecutionsLimit = 3;
  await limits.ask();
  monthlyExecutionsLimit = null;
  for (now of [180_000, 240_000]) expect(await execute(limits)).toBe(false);
});

test('keeps the limit for concurrent executions', async () => {
  const limits = limitsOf();
  await limits.ask();
  const ran = await Promise.all(Array.from({ length: 20 }, () => execute(limits)));
  expect(ran.filter(Boolean)).toHaveLength(2);
});
