import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviationsOf, listCountedRuns, NO_DEVIATIONS } from '../support/counted-runs.ts';
import { HeldStorm } from '../support/held-storm.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** Asserts counts only: `npm run bench -- held-webhooks` is the long form, with figures. */
const LOAD = { paths: 12, perSecond: 40, heldAtLeast: 24 };

let stack: Awaited<ReturnType<typeof startTestStack>>;
let database: ReturnType<typeof openTestDatabase>;

beforeAll(async () => {
  stack = await startTestStack({ isDirect: true, engine: 'small' });
  database = openTestDatabase(stack.databaseUrl);
});

afterAll(async () => {
  database?.close();
  await stack?.stop();
});

test('executes every accepted webhook once and in order, whatever happens to its workspace', async () => {
  const storm = await HeldStorm.begin({ stack, database, ...LOAD });
  try {
    await storm.run();
    expect(await storm.settle()).toBe(0);
  } finally {
    await storm.sender.stop();
  }
  const runs = await listCountedRuns(stack, storm.workspace);
  expect(deviationsOf(storm.sender.sent, runs)).toEqual(NO_DEVIATIONS);
  const { sender } = storm;
  // Every refusal carries a code, so the sender can retry.
  expect(sender.sent.filter(({ outcome, code }) => outcome === 'refused' && code === null)).toEqual([]);
  console.info(
    `${sender.sent.length} sent: ${sender.count('run')} run immediately, ${sender.count('held')} held, ` +
      `${sender.count('refused')} refused, ${sender.count('unanswered')} without an answer`,
  );
});
