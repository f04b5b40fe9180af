import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ExecutionPage } from '#app/domain/usage/executions.ts';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { changeVersions, nodeOf, workflow } from '../workflows.ts';
import type { Workspace } from '../workspace.ts';
import { statusesOf, waitNode, withDatabase } from './enqueued.ts';

/** How many times, and how far apart, the test samples an idle process: four schedule periods in total. */
const MAX_POLLS = 8;
const POLL_INTERVAL_MS = 500;

function schedule(name = 'Schedule Trigger') {
  const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
  return nodeOf(name, ['scheduleTrigger', 1.2], [0, 0], { rule });
}

/** A published workflow that its schedule runs every second. */
function everySecond(id = 'every-second') {
  const nodes = [schedule()];
  return changeVersions(workflow(id), () => ({ nodes, connections: {} }));
}

/** A published workflow that two schedules run at the same time; its executions overlap, and fail. */
function failing() {
  const stop = nodeOf('Stop', ['stopAndError', 1], [400, 0], { errorMessage: 'Stopped' });
  const nodes = [schedule('First'), schedule('Second'), waitNode(1), stop];
  const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
  const connections = { First: to('Wait'), Second: to('Wait'), Wait: to('Stop') };
  return changeVersions(workflow('failing'), () => ({ nodes, connections }));
}

const executionsOf = async (workspace: Workspace) => (await workspace.usage()).executions;

/** Counts n8n's own records: a process that refuses to execute a workflow still adds one for each trigger. */
function recordsOf(workspace: Workspace, table = 'execution_entity'): number {
  return withDatabase(workspace, (database) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count),
  );
}

/** Publishes an agent with a task for each second. It has no model, so n8n records each run as failed. */
function addAgent(workspace: Workspace): void {
  withDatabase(workspace, (database) => {
    database.exec(`
      INSERT INTO agents (id, name, "projectId") SELECT 'agent', 'Agent', id FROM project LIMIT 1;
      INSERT INTO agent_history ("versionId", "agentId", author) VALUES ('version', 'agent', 'Ada');
      INSERT INTO agent_task_snapshot ("versionId", "taskId", enabled, name, objective, "cronExpression")
        VALUES ('version', 'task', 1, 'Task', 'Say hello', '* * * * * *');
      UPDATE agents SET "activeVersionId" = 'version';
    `);
  });
}

/** Asserts that a process executes nothing during four schedule periods. */
async function expectIdle(workspace: Workspace, table?: string): Promise<void> {
  const kept = await executionsOf(workspace);
  const records = recordsOf(workspace, table);
  expect(records).toBeGreaterThan(0);
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    await sleep(POLL_INTERVAL_MS);
    expect([await executionsOf(workspace), recordsOf(workspace, table)]).toEqual([kept, records]);
  }
}

/** Workflows that n8n starts from a schedule. */
export function schedulesSuite(startEngine: StartEngine): void {
  describeWithProcess('schedules', startEngine, ({ workspace }) => {
    test.for(['backup', 'rehearsal'])(
      'a schedule does not run in a process for a %s, and resumes afterwards',
      async (purpose) => {
        await workspace.import([everySecond()]);
        const before = await executionsOf(workspace);
        await eventually('it runs by itself', async () => (await executionsOf(workspace)) > before + 1);

        await workspace.process.restart({ WEFT_PURPOSE: purpose });
        const kept = await executionsOf(workspace);
        await expectIdle(workspace);

        await workspace.process.restart({ WEFT_PURPOSE: 'serve' });
        await eventually('it runs by itself again', async () => (await executionsOf(workspace)) > kept);
      },
    );

    test('workflows imported into a rehearsal are not activated, and run once the process serves', async () => {
      await workspace.process.restart({ WEFT_PURPOSE: 'rehearsal' });
      await workspace.import([everySecond(), everySecond('given')]);
      expect(await workspace.check()).toMatchObject({ activeWorkflows: 2, problems: [] });
      await expectIdle(workspace);

      const kept = await executionsOf(workspace);
      await workspace.process.restart({ WEFT_PURPOSE: 'serve' });
      await eventually('it runs by itself', async () => (await executionsOf(workspace)) > kept);
    });
  });

  describeWithProcess('executions that overlap', startEngine, ({ workspace }) => {
    test('each execution of a schedule has one row, even if it fails beside another', async () => {
      await workspace.import([failing()]);
      const isOver = () => statusesOf(workspace).filter((status) => status === 'error').length > 2;
      await eventually('some have failed', async () => isOver());
      const query = `?month=${new Date().toISOString().slice(0, 7)}`;
      const { rows } = await workspace.readData<ExecutionPage>('executions', query);
      expect(rows.map(({ reason }) => reason)).toEqual(rows.map(() => null));
    });
  });

  describeWithProcess('agents', startEngine, ({ workspace }) => {
    test('an agent’s task does not run in a process for a backup, and resumes afterwards', async () => {
      addAgent(workspace);
      const runs = () => recordsOf(workspace, 'agent_execution');
      // n8n 2.40 has agents only on request.
      const requested = { N8N_ENABLED_MODULES: 'agents' };
      await workspace.process.restart(requested);
      await eventually('it runs by itself', async () => runs() > 1);

      await workspace.process.restart({ WEFT_PURPOSE: 'backup', N8N_ENABLED_MODULES: undefined });
      await expectIdle(workspace, 'agent_execution');

      const kept = runs();
      await workspace.process.restart({ WEFT_PURPOSE: 'serve', ...requested });
      await eventually('it runs by itself again', async () => runs() > kept);
    });
  });
}
