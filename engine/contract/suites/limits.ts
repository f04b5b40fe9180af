import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess, PLAN_PATH, restartAndAsk } from '../with-process.ts';
import { activate, untilStatus } from '../workflows.ts';
import type { Workspace } from '../workspace.ts';

/** Calls the webhook until it is refused. @returns the number of executions. */
async function runUntilRefused(workspace: Workspace, maxExecutions: number): Promise<number> {
  for (let ran = 0; ran <= maxExecutions; ran += 1) {
    const { status } = await workspace.get('/webhook/limited');
    if (status === 429) return ran;
    expect(status).toBe(200);
  }
  throw new Error(`still not refused after ${maxExecutions} executions`);
}

/** The plan's execution limit, enforced by the process itself. */
export function limitsSuite(startEngine: StartEngine): void {
  describeWithProcess(
    'without a portal',
    startEngine,
    ({ workspace }) => {
      test('executions run before the first limit is received', async () => {
        await activate(workspace, 'limited');
        expect((await workspace.get('/webhook/limited')).status).toBe(200);
        expect(await workspace.usage()).toMatchObject({ executions: 1 });
      });
    },
    (portal) => {
      portal.isSilent = true;
    },
  );

  describeWithProcess('execution limit', startEngine, (context) => {
    const { workspace, portal } = context;
    test('at the limit production executions are refused and not counted, manual runs are not', async () => {
      await activate(workspace, 'limited');
      portal.limit = 3;
      await restartAndAsk(context);
      await runUntilRefused(workspace, 50);
      const used = await workspace.usage();
      const answer = await workspace.get('/webhook/limited');
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('weft-refused')]).toEqual([
        429,
        '60',
        'execution-limit',
      ]);
      expect(await answer.json()).toEqual({
        code: 'execution_limit_reached',
        message: 'This workspace has used up its executions for this month.',
      });
      const cookie = await workspace.signIn();
      expect((await workspace.runManually('limited', cookie)).status).toBe(200);
      expect(await workspace.usage()).toEqual(used);
    });

    test('after an upgrade they run again, and exactly as many as the plan has', async () => {
      const { executions } = await workspace.usage();
      portal.limit = executions + 4;
      await untilStatus(workspace, '/webhook/limited', 200);
      expect(await runUntilRefused(workspace, 10)).toBe(3);
      expect((await workspace.usage()).executions).toBe(portal.limit);
    });

    test('a burst at the limit does not exceed it', async () => {
      portal.limit += 3;
      const used = (await workspace.usage()).executions;
      let ran = 0;
      await eventually('the upgrade applies', async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => workspace.get('/webhook/limited')));
        for (const { status, headers } of answers) {
          if (status === 200) ran += 1;
          // The portal holds a refused webhook by this mark, whether it was refused before n8n or by it.
          else expect([status, headers.get('weft-refused')]).toEqual([status, 'execution-limit']);
        }
        return ran >= 3;
      });
      expect(ran).toBe(3);
      expect((await workspace.usage()).executions).toBe(used + 3);
    });

    test('keeps the last known limit while the portal does not respond, and limits its retries', async () => {
      portal.isSilent = true;
      const before = portal.callsOf(PLAN_PATH).length;
      const startedAt = performance.now();
      for (let call = 0; call < 5; call += 1)
        expect((await workspace.get('/webhook/limited')).status).toBe(429);
      const elapsed = performance.now() - startedAt;
      // One request every four seconds at the limit; timers can fire slightly early.
      expect(portal.callsOf(PLAN_PATH).length - before).toBeLessThanOrEqual(2 + elapsed / 3_900);
      portal.isSilent = false;
    });

    test('asks the portal at most once a minute below the limit', async () => {
      portal.limit = 1_000;
      await workspace.process.restart();
      await untilStatus(workspace, '/webhook/limited', 200);
      const before = portal.callsOf(PLAN_PATH).length;
      const startedAt = performance.now();
      for (let call = 0; call < 10; call += 1)
        expect((await workspace.get('/webhook/limited')).status).toBe(200);
      const elapsed = performance.now() - startedAt;
      expect(portal.callsOf(PLAN_PATH).length - before).toBeLessThanOrEqual(1 + elapsed / 59_000);
    });
  });
}
