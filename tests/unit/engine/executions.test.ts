import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExecutions, type StartingWorkflow } from '#engine/hook/executions.ts';
import { createPlanLimits } from '#engine/hook/plan-limits.ts';
import { type HookState, openState } from '#engine/hook/state.ts';

let folder: string;
let state: HookState;
let now: number;
let limit: number;
let asked: number[];
let executions: ReturnType<typeof createExecutions>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-executions-'));
  state = openState(join(folder, 'weft.sqlite'));
  now = Date.UTC(2026, 10, 20);
  limit = 1_000;
  asked = [];
  executions = begin();
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates the executions as a process start does. */
function begin() {
  const clock = { now: () => now };
  const report = (error: unknown) => {
    throw error;
  };
  const portal = {
    plan: async () => {
      asked.push(now);
      return { monthlyExecutionsLimit: limit };
    },
  };
  const limits = createPlanLimits({ state, portal, clock, report });
  return createExecutions({ state, limits, clock, report });
}

const workflowOf = (...types: string[]): StartingWorkflow => ({
  id: 'w',
  name: 'W',
  nodes: Object.fromEntries(
    types.map((type, index) => [`Node ${index}`, { type: `n8n-nodes-base.${type}` }]),
  ),
});
/** Starts an execution as n8n does. @returns its data afterwards. */
function start(mode: string, { workflow = workflowOf(), source = undefined as string | undefined } = {}) {
  executions.begin(workflow, mode, source);
  return { ...workflow };
}
const rows = () =>
  state.executions.rows({ month: '2026-11' }, 50).map(({ trigger, reason }) => [trigger, reason] as const);
const used = () => executions.usage(0).executions;
const seconds = async (count: number) => {
  for (let second = 0; second < count; second += 1) {
    now += 1_000;
    executions.tick();
    await Promise.resolve();
    await Promise.resolve();
  }
};

test.each([
  ['webhook', undefined, 'webhook', null],
  ['trigger', undefined, 'event', null],
  ['retry', undefined, 'retry', null],
  ['evaluation', undefined, 'evaluation', null],
  ['cli', undefined, 'cli', null],
  ['webhook', 'instance_ai', 'webhook', 'instance_ai'],
  ['manual', undefined, 'manual', 'manual'],
  ['integrated', undefined, 'sub_workflow', 'sub_workflow'],
  ['internal', undefined, 'sub_workflow', 'sub_workflow'],
  ['error', undefined, 'error_workflow', 'error_workflow'],
  ['chat', undefined, 'chat', 'chat'],
  ['agent', undefined, 'agent', 'agent'],
  ['of a later n8n', undefined, 'other', 'not_production'],
])(
  'an execution of mode %s from %s begins by %s, not counted because of %s',
  (mode, source, trigger, reason) => {
    start(mode, { source });
    expect(rows()).toEqual([[trigger, reason]]);
    expect(used()).toBe(reason === null ? 1 : 0);
  },
);

test.each([
  [['scheduleTrigger', 'set'], 'schedule'],
  [['scheduleTrigger', 'webhook', 'manualTrigger'], 'schedule'],
  [['gmailTrigger', 'webhook'], 'event'],
  [['gmailTrigger', 'cron'], 'trigger'],
])('a trigger of %j is called %s', (types, trigger) => {
  start('trigger', { workflow: workflowOf(...types) });
  expect(rows()).toEqual([[trigger, null]]);
});

test.each([
  ['/form/a', 'form'],
  ['/webhook/a?b=/form/', 'webhook'],
  ['/mcp/a', 'mcp'],
])('an execution behind %s is called %s', async (url, trigger) => {
  await new Promise<void>((resolve) => {
    executions.refuseAtLimit({ url } as IncomingMessage, {} as ServerResponse, async () => {
      await Promise.resolve();
      start('webhook');
      resolve();
    });
  });
  expect(rows()).toEqual([[trigger, null]]);
});

test('a request beyond the limit that was admitted below it is marked for the gateway, without a row', async () => {
  limit = 1;
  executions.tick();
  await seconds(1);
  const admit = () => {
    const headers = new Map<string, string>();
    const response = {
      headersSent: false,
      setHeader: (name: string, value: string) => void headers.set(name, value),
    } as unknown as ServerResponse;
    const begun = new Promise<boolean>((resolve) => {
      executions.refuseAtLimit({ url: '/webhook/a' } as IncomingMessage, response, async () => {
        await Promise.resolve();
        try {
          start('webhook');
          resolve(true);
        } catch {
          resolve(false);
        }
      });
    });
    return { headers, begun };
  };
  const [first, second] = [admit(), admit()];
  expect([await first.begun, await second.begun]).toEqual([true, false]);
  expect([...first.headers]).toEqual([]);
  expect(second.headers.get('Weft-Refused')).toBe('execution-limit');
  expect(second.headers.get('Retry-After')).toBe('60');
  expect(rows()).toEqual([['webhook', null]]);
});

test('a cancelled execution is subtracted once, also in the next month and among others of its workflow', () => {
  now = Date.UTC(2026, 10, 30, 23);
  const shared = workflowOf('scheduleTrigger');
  const first = start('trigger', { workflow: shared });
  start('trigger', { workflow: shared });
  now += 2 * 3_600_000;
  for (let times = 0; times < 2; times += 1)
    executions.end({ mode: 'trigger', status: 'canceled', startedAt: new Date(now) }, first, '1');
  expect(state.executions.used('2026-11')).toBe(1);
  expect(rows()).toEqual([
    ['schedule', null],
    ['schedule', 'cancelled'],
  ]);
});

test('an execution cancelled while it waits is known by its id after a restart', () => {
  const waiting = start('webhook');
  start('webhook');
  executions.end({ mode: 'webhook', status: 'waiting' }, waiting, '7');
  executions = begin();
  executions.end({ mode: 'webhook', status: 'canceled', startedAt: new Date(now) }, workflowOf(), '7');
  expect(rows()).toEqual([
    ['webhook', null],
    ['webhook', 'cancelled'],
  ]);
});

test('a cancelled manual execution stays uncounted', () => {
  start('webhook');
  executions.end({ mode: 'manual', status: 'canceled', startedAt: new Date(now) }, start('manual'), '2');
  expect(rows()).toEqual([
    ['manual', 'manual'],
    ['webhook', null],
  ]);
});

test('a failed execution counts, and one that failed before it began is recorded', () => {
  executions.end({ mode: 'webhook', status: 'error' }, start('webhook'), '1');
  expect(rows()).toEqual([['webhook', null]]);
  executions.end({ mode: 'webhook', status: 'error' }, workflowOf(), '2');
  expect(rows()[0]).toEqual(['webhook', 'not_started']);
  expect(used()).toBe(1);
});

test('at the limit a schedule does not start, with the reason in its row; a manual run does', async () => {
  limit = 1;
  executions.tick();
  await seconds(1);
  start('trigger', { workflow: workflowOf('scheduleTrigger') });
  expect(() => start('trigger', { workflow: workflowOf('scheduleTrigger') })).toThrow('used up');
  start('manual');
  expect(rows()).toEqual([
    ['manual', 'manual'],
    ['schedule', 'limit'],
    ['schedule', null],
  ]);
  expect(used()).toBe(1);
});

test('an upgrade lets executions through within five seconds, without a request', async () => {
  limit = 2;
  executions.tick();
  await seconds(1);
  for (let times = 0; times < 2; times += 1) start('webhook');
  await seconds(90);
  expect(() => start('webhook')).toThrow('used up');
  limit = 3;
  await seconds(5);
  start('webhook');
  expect(used()).toBe(3);
  // At the limit again, it asks at most every four seconds.
  const before = asked.length;
  await seconds(40);
  expect(asked.length - before).toBeLessThanOrEqual(11);
});
