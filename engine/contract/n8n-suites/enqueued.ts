import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { changeVersions, nodeOf, untilRegistered, workflow } from '../workflows.ts';
import type { Workspace } from '../workspace.ts';

const WAIT_SECONDS = 2;
/** From 65 seconds on, n8n stores an execution that waits, and resumes it from its database. */
export const STORED_WAIT_SECONDS = 600;
/** How many times, and how far apart, the test samples a process that must not execute anything. */
const POLLS = 4;
const POLL_INTERVAL_MS = 500;
/** Longer than the portal waits for an answer. */
const GIVEN_UP_SECONDS = 200;

export function waitNode(seconds: number) {
  const wait = nodeOf('Wait', ['wait', 1.1], [200, 0], { amount: seconds, unit: 'seconds' });
  return { ...wait, webhookId: randomUUID() };
}

/** An active workflow whose webhook answers after a wait. */
export function waiting(id: string, seconds: number) {
  const wait = waitNode(seconds);
  return changeVersions(workflow(id), ({ nodes }) => ({
    nodes: [...nodes, wait],
    connections: { Webhook: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
  }));
}

/** Runs `use` on n8n's own database. */
export function withDatabase<Result>(
  { process }: Workspace,
  use: (database: DatabaseSync) => Result,
): Result {
  const database = new DatabaseSync(join(process.dataFolder, '.n8n', 'database.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** @returns the status of each execution in n8n's own records, the oldest first. */
export function statusesOf(workspace: Workspace): string[] {
  return withDatabase(workspace, (database) =>
    database
      .prepare('SELECT status FROM execution_entity ORDER BY id')
      .all()
      .map(({ status }) => String(status)),
  );
}

/** Executions that n8n has stored: because the plan's maximum number runs already, or because they wait for a time. */
export function enqueuedSuite(startEngine: StartEngine): void {
  describeWithProcess('enqueued executions', startEngine, ({ workspace }) => {
    test('after a kill only the portal’s replay runs an unanswered webhook; n8n runs the others', async () => {
      await workspace.process.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
      await workspace.import([waiting('slow', WAIT_SECONDS)]);
      await untilRegistered(workspace, 'slow');
      const { executions } = await workspace.usage();
      const ids = ['hld_running', 'hld_unanswered', 'hld_given_up', 'hld_schedule'];
      for (const [index, id] of ids.entries()) {
        // The connection breaks with the kill.
        void workspace.replay('/webhook/slow', id, { method: 'GET' }).catch(() => undefined);
        await eventually(`${id} is accepted`, async () => statusesOf(workspace).length === index + 1);
      }
      expect(statusesOf(workspace)).toEqual(['running', 'new', 'new', 'new']);
      await workspace.process.kill();
      withDatabase(workspace, (database) => {
        database.exec(`UPDATE execution_entity SET "createdAt" = datetime("createdAt", '-${GIVEN_UP_SECONDS} seconds')
          WHERE id = 3`);
        database.exec(`UPDATE execution_entity SET mode = 'trigger' WHERE id = 4`);
      });
      await workspace.process.restart();
      await eventually('n8n has run the others', async () =>
        statusesOf(workspace).every((status) => status !== 'new' && status !== 'running'),
      );
      expect(statusesOf(workspace)).toEqual(['crashed', 'canceled', 'success', 'success']);
      expect((await workspace.usage()).executions).toBe(executions + 3);
      const answer = await eventually('the webhook is registered', async () => {
        const replayed = await workspace.replay('/webhook/slow', 'hld_unanswered', { method: 'GET' });
        return replayed.status === 404 ? null : replayed;
      });
      expect([answer.status, answer.headers.get('weft-gate')]).toEqual([200, 'passed']);
      expect(statusesOf(workspace).at(-1)).toBe('success');
      expect((await workspace.usage()).executions).toBe(executions + 4);
    });

    test('a process for a final backup executes nothing that was stored; the next that serves does', async () => {
      await workspace.import([waiting('stored', STORED_WAIT_SECONDS)]);
      await untilRegistered(workspace, 'stored');
      const before = statusesOf(workspace).length;
      const statuses = () => statusesOf(workspace).slice(before);
      for (const [path, expected] of [
        ['stored', 'waiting'],
        ['slow', 'running'],
        ['slow', 'new'],
      ] as const) {
        const index = statuses().length;
        // The connection breaks with the kill.
        void workspace.ask(`/webhook/${path}`).catch(() => undefined);
        await eventually(`${path} is ${expected}`, async () => statuses()[index] === expected);
      }
      await workspace.process.kill();
      withDatabase(workspace, (database) => {
        database.exec(
          `UPDATE execution_entity SET "waitTill" = '2026-01-01 00:00:00.000' WHERE status = 'waiting'`,
        );
        database.exec(`UPDATE execution_entity SET mode = 'trigger' WHERE status = 'new'`);
      });
      await workspace.process.restart({ WEFT_PURPOSE: 'backup' });
      for (let poll = 0; poll < POLLS; poll += 1) {
        await sleep(POLL_INTERVAL_MS);
        expect(statuses()).toEqual(['waiting', 'crashed', 'new']);
      }
      await workspace.process.restart({ WEFT_PURPOSE: 'serve' });
      await eventually('both have run', async () => {
        const [stored, , enqueued] = statuses();
        return stored === 'success' && enqueued === 'success';
      });
    });
  });
}
