import { expect, test } from 'vitest';
import type { ExecutionPage, ExecutionRow, MonthSums } from '#app/domain/usage/executions.ts';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess, PLAN_PATH, restartAndAsk } from '../with-process.ts';
import { activate, untilStatus, workflow } from '../workflows.ts';
import { signFor, type Workspace } from '../workspace.ts';

const month = () => new Date().toISOString().slice(0, 7);

const page = (workspace: Workspace, query: Record<string, string> = {}) => {
  const asked = new URLSearchParams({ month: month(), ...query });
  return workspace.readData<ExecutionPage>('executions', `?${asked}`);
};
const sums = (workspace: Workspace) => workspace.readData<MonthSums>('usage-days', `?month=${month()}`);
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Executions behind the usage: rows, and sums per workflow and day that add up to the counter. */
export function executionsSuite(startEngine: StartEngine): void {
  describeWithProcess('executions', startEngine, (context) => {
    const { workspace, portal } = context;
    test('a new workspace has no rows and no sums', async () => {
      expect(await page(workspace)).toEqual({ rows: [], next: null });
      expect(await sums(workspace)).toEqual({ month: month(), executions: 0, workflows: [] });
    });

    test('each execution has a row with its trigger and whether it counts', async () => {
      await activate(workspace, 'one');
      await activate(workspace, 'two');
      const cookie = await workspace.signIn();
      const begun = Date.now();
      for (const id of ['one', 'one', 'two'])
        expect((await workspace.get(`/webhook/${id}`)).status).toBe(200);
      expect((await workspace.runManually('two', cookie)).status).toBe(200);
      const { rows } = await eventually('the manual run is noted', async () => {
        const read = await page(workspace);
        return read.rows.length >= 4 && read;
      });
      const row = (id: string, trigger: string, reason: string | null) => ({
        id: expect.any(Number),
        at: expect.any(Number),
        workflowId: id,
        workflowName: `Workflow ${id}`,
        trigger,
        reason,
      });
      expect(rows).toEqual([
        row('two', 'manual', 'manual'),
        row('two', 'webhook', null),
        row('one', 'webhook', null),
        row('one', 'webhook', null),
      ]);
      for (const { at } of rows) expect(at).toBeGreaterThanOrEqual(begun);
    });

    test('the sums by workflow and day equal the counter, even after a kill', async () => {
      const expectEqual = async () => {
        const read = await sums(workspace);
        expect(read.executions).toBe((await workspace.usage()).executions);
        expect(total(read.workflows.flatMap(({ counted }) => counted))).toBe(read.executions);
        return read;
      };
      const before = await expectEqual();
      const byId = new Map(before.workflows.map((one) => [one.id, one]));
      expect([total(byId.get('one')?.counted ?? []), total(byId.get('two')?.counted ?? [])]).toEqual([2, 1]);
      expect(total(byId.get('two')?.notCounted ?? [])).toBe(1);
      expect(byId.get('two')?.name).toBe('Workflow two');
      await workspace.process.kill();
      await workspace.process.restart();
      expect(await expectEqual()).toEqual(before);
      expect((await page(workspace)).rows).toHaveLength(4);
    });

    test('returns rows in pages and filters them by day, workflow and count', async () => {
      const all = (await page(workspace)).rows;
      const paged: ExecutionRow[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: Record<string, string> = { limit: '3', ...(cursor === '' ? {} : { cursor }) };
        const read: ExecutionPage = await page(workspace, query);
        paged.push(...read.rows);
        cursor = read.next;
      }
      expect(paged).toEqual(all);
      const lengthOf = async (query: Record<string, string>) => (await page(workspace, query)).rows.length;
      const days = new Set(all.map(({ at }) => new Date(at).getUTCDate()));
      let found = 0;
      for (const day of days) found += await lengthOf({ day: String(day) });
      expect(found).toBe(all.length);
      expect(await lengthOf({ workflow: 'two' })).toBe(2);
      expect(await lengthOf({ counted: 'true' })).toBe(3);
      expect(await lengthOf({ counted: 'false', workflow: 'one' })).toBe(0);
    });

    test('only the key’s holder reads the executions, with a valid query', async () => {
      const cookie = await workspace.signIn();
      for (const purpose of ['executions', 'usage-days']) {
        const path = `/weft/${purpose}?month=${month()}`;
        for (const headers of [{}, { cookie }, signFor('usage'), signFor(purpose, 'x'.repeat(64))])
          expect((await workspace.get(path, { headers })).status).toBe(401);
        const headers = signFor(purpose);
        for (const query of ['', '?month=2026-00', '?month=now'])
          expect((await workspace.get(`/weft/${purpose}${query}`, { headers })).status).toBe(400);
      }
    });

    test('an upgrade applies automatically, within the polling interval at the limit', async () => {
      const { executions } = await workspace.usage();
      portal.limit = executions;
      const asked = portal.callsOf(PLAN_PATH).length;
      await restartAndAsk(context);
      await untilStatus(workspace, '/webhook/one', 429);
      portal.limit = executions + 1;
      await untilStatus(workspace, '/webhook/one', 200);
      const calls = portal.callsOf(PLAN_PATH).map(({ at }) => at);
      // The process asks every four seconds at the limit and once a minute below it; the slack covers a busy machine.
      const gaps = calls.slice(asked + 1).map((at, index) => at - (calls[asked + index] ?? at));
      expect(Math.max(...gaps)).toBeLessThan(30_000);
      const read = await sums(workspace);
      expect(read.executions).toBe(executions + 1);
      expect(total(read.workflows.flatMap(({ counted }) => counted))).toBe(read.executions);
    });

    test('the counter of data from before an update is raised, once for a claim', async () => {
      const { timeframe, executions } = await workspace.usage();
      const raised = { WEFT_COUNTED: `1/${timeframe}/${executions + 5}` };
      await workspace.process.restart(raised);
      expect((await workspace.usage()).executions).toBe(executions + 5);
      await workspace.process.restart({ WEFT_COUNTED: `1/${timeframe}/${executions + 9}` });
      const read = await sums(workspace);
      expect(read.executions).toBe(executions + 5);
      expect(total(read.workflows.flatMap(({ counted }) => counted))).toBe(read.executions);
    });
  });

  describeWithProcess('executions in a process that serves no one', startEngine, ({ workspace }) => {
    test('can still be read', async () => {
      await workspace.import([workflow('idle', { active: false })]);
      await workspace.process.restart({ WEFT_PURPOSE: 'backup' });
      expect(await page(workspace)).toEqual({ rows: [], next: null });
    });
  });
}
