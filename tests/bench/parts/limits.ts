import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '#scripts/local/stack.ts';
import { cloudCredential } from '#tests/support/cloud-credentials.ts';
import { idsOf } from '#tests/support/people.ts';
import { eventually, PortalClient } from '#tests/support/portal-client.ts';
import { one } from '#tests/support/rows.ts';
import { setUpOnline } from '#tests/support/set-up.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { type Section, valueFigure } from '../report/section.ts';
import { ask, type Target } from '../support/load.ts';
import { portOf, startSides } from '../support/sides.ts';
import { median, quantile } from '../support/statistics.ts';

const WORKSPACES = 8;
const PER_SECOND = 200;
const WARM_UP_MS = 3_000;
const MEASURE_MS = 6_000;
const ROUNDS = 3;
const GOAL_MS = 20;
/** The lifetime of n8n's polling credential; one credential serves many polls. */
const CREDENTIAL_MS = 4 * 60_000;

/**
 * The limits that a workspace requests every few seconds, at 200 requests a second. Requests are sent when they are due,
 * whether or not earlier ones are answered; latencies count from then. Then the same without any database.
 */
export async function benchLimits(): Promise<Section> {
  const sides = await startSides();
  try {
    const { stack } = sides;
    const credentials = await runningWorkspaces(stack);
    const limits = credentials.map((credential) => limitsOf(stack, credential));
    const bare = [{ port: sides.bare.port, path: '/limits' }];
    await load(limits, WARM_UP_MS);
    await load(bare, WARM_UP_MS);
    const p99s: Array<[number, number]> = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measure = async (targets: readonly Target[]) => quantile(await load(targets, MEASURE_MS), 0.99);
      p99s.push([await measure(limits), await measure(bare)]);
    }
    await stack.killDatabase();
    const without = quantile(await load(limits, MEASURE_MS), 0.99);
    const bareWithout = quantile(await load(bare, MEASURE_MS), 0.99);
    const [p99, bareP99] = [median(p99s.map(([p]) => p)), median(p99s.map(([, p]) => p))];
    const beside = (ms: number) => ({ baseline: `${ms.toFixed(1)} ms (bare object call)` });
    const goal = { unit: 'ms', atMost: GOAL_MS };
    return {
      title: 'Workspace limits',
      text: `\`GET /api/cloud/limits\` of ${WORKSPACES} workspaces, ${PER_SECOND} requests a second on raw workerd, ${ROUNDS} alternating rounds of ${MEASURE_MS / 1_000} s, medians.`,
      figures: [
        { ...valueFigure('p99', p99, { ...goal, ...beside(bareP99) }), ratio: p99 / bareP99 },
        {
          ...valueFigure('p99 without a database', without, { ...goal, ...beside(bareWithout) }),
          ratio: without / bareWithout,
        },
      ],
    };
  } finally {
    await sides.stop();
  }
}

/** @returns a credential of each workspace, once all run and have reported their usage. */
async function runningWorkspaces(stack: Stack): Promise<string[]> {
  const database = openTestDatabase(stack.databaseUrl);
  const credentials: string[] = [];
  try {
    for (let made = 0; made < WORKSPACES; made += 1) {
      const { accountName } = await setUpOnline(new PortalClient(stack));
      const { accountId } = await idsOf(database, accountName);
      const { id } = await one(database, 'SELECT id FROM workspaces WHERE account_id = ?', accountId);
      const exp = Date.now() + CREDENTIAL_MS;
      credentials.push(await cloudCredential(stack.workspaceMasterKey, String(id), { exp }));
    }
  } finally {
    database.close();
  }
  const agent = new Agent({ keepAlive: true });
  for (const credential of credentials) {
    await eventually(async () => (await ask(anyStatus(limitsOf(stack, credential)), agent)) === 200);
  }
  agent.destroy();
  return credentials;
}

function limitsOf(stack: Stack, credential: string): Target {
  const headers = { Host: new URL(stack.portalUrl).host, Authorization: `Bearer ${credential}` };
  return { port: portOf(stack), path: '/api/cloud/limits', headers };
}

/** Accepts any status: a workspace that has not reported its usage yet is refused. */
function anyStatus(target: Target): Target {
  return { ...target, statuses: Array.from({ length: 500 }, (_, index) => 100 + index) };
}

/** @returns the latency of each answer from when it was due, ms. @throws if one was not 200. */
async function load(targets: readonly Target[], durationMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const startsAt = performance.now();
  const latenciesMs: number[] = [];
  const refused: unknown[] = [];
  const answers: Promise<void>[] = [];
  for (let index = 0; index < (durationMs / 1_000) * PER_SECOND; index += 1) {
    const dueAt = startsAt + (index * 1_000) / PER_SECOND;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    const target = targets[index % targets.length];
    if (!target) throw new Error('There is nothing to ask.');
    const answered = ask(target, agent).then(
      () => void latenciesMs.push(performance.now() - dueAt),
      (error: unknown) => void refused.push(error),
    );
    answers.push(answered);
  }
  await Promise.all(answers);
  agent.destroy();
  if (refused.length > 0) throw new Error(`${refused.length} were not answered, such as: ${refused[0]}`);
  return latenciesMs;
}
