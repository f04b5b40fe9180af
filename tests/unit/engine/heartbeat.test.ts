import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelUnanswered } from '#engine/hook/enqueued.ts';
import { openHeartbeat } from '#engine/hook/heartbeat.ts';

let folder: string;
let now: number;
let reports: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-alive-'));
  now = Date.UTC(2026, 10, 20);
  reports = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report = (error: unknown) => reports.push(error);
const open = () => openHeartbeat(join(folder, 'alive'), { clock: { now: () => now }, report });

test('the next process knows when this one was last alive', () => {
  const first = open();
  expect(first.previous).toBeNull();
  first.beat();
  now += 5_000;
  first.beat();
  const last = now;
  now += 60_000;
  expect(open().previous).toBe(last);
});

test('a missing file is reported, and the process continues', () => {
  const heartbeat = open();
  rmSync(join(folder, 'alive'));
  heartbeat.beat();
  expect(reports).toHaveLength(1);
});

test.each([
  ['without a heartbeat nothing is cancelled', null, []],
  ['what came in the last 95 seconds is', 1_000_000, [905_000]],
])('%s', async (_title, previous, expected) => {
  const asked: number[] = [];
  const cancelEnqueuedWebhooks = async (since: number) => {
    asked.push(since);
    return [];
  };
  const executions = { end: () => undefined };
  await cancelUnanswered({
    n8n: { executions: { cancelEnqueuedWebhooks } },
    executions,
    heartbeat: { previous },
    report,
  });
  expect(asked).toEqual(expected);
});

test('a database that fails does not keep the workspace from starting', async () => {
  const cancelEnqueuedWebhooks = () => Promise.reject(new Error('locked'));
  const executions = { end: () => undefined };
  await cancelUnanswered({
    n8n: { executions: { cancelEnqueuedWebhooks } },
    executions,
    heartbeat: { previous: now },
    report,
  });
  expect(reports).toEqual([new Error('locked')]);
});
