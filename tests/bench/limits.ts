import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '#scripts/local/stack.ts';
import { cloudCredential } from '../support/cloud-credentials.ts';
import { idsOf } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

const WORKSPACES = 8;
const PER_SECOND = 200;
const WARM_UP_MS = 3_000;
const MEASURE_MS = 10_000;
const GOAL_MS = 20;
/** Of n8n's own poll; one credential serves many of them. */
const CREDENTIAL_MS = 4 * 60_000;

/**
 * What a workspace asks every few seconds: goal p99 under 20 ms at 200 requests a second. The requests are sent when they are
 * due, whether or not earlier ones are answered, and an answer's time counts from then. Then once more while there is no
 * database at all.
 */
export async function benchLimits(): Promise<void> {
  const stack = await startTestStack();
  try {
    const credentials = await runningWorkspaces(stack);
    await load(stack, credentials, WARM_UP_MS);
    show(`${WORKSPACES} workspaces`, await load(stack, credentials, MEASURE_MS));
    await stack.killDatabase();
    show('without a database', await load(stack, credentials, MEASURE_MS));
  } finally {
    await stack.stop();
  }
}

/** @returns a credential of each workspace, once all of them run and have told their usage. */
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
    await eventually(async () => (await ask(stack, agent, credential)) === 200);
  }
  agent.destroy();
  return credentials;
}

/** @returns how long each answer took from when it was due, ms, and what was answered other than 200. */
async function load(stack: Stack, credentials: readonly string[], durationMs: number) {
  const agent = new Agent({ keepAlive: true });
  const startsAt = performance.now();
  const latenciesMs: number[] = [];
  const refused: unknown[] = [];
  const answers: Promise<void>[] = [];
  for (let index = 0; index < (durationMs / 1_000) * PER_SECOND; index += 1) {
    const dueAt = startsAt + (index * 1_000) / PER_SECOND;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    const answered = ask(stack, agent, credentials[index % credentials.length] ?? '').then(
      (status) => {
        latenciesMs.push(performance.now() - dueAt);
        if (status !== 200) refused.push(status);
      },
      (error: unknown) => {
        refused.push(error);
      },
    );
    answers.push(answered);
  }
  await Promise.all(answers);
  agent.destroy();
  if (refused.length > 0) throw new Error(`${refused.length} were not answered 200, such as ${refused[0]}`);
  return latenciesMs.sort((a, b) => a - b);
}

function ask({ portalUrl }: Stack, agent: Agent, credential: string): Promise<number> {
  const { port, host } = new URL(portalUrl);
  const headers = { Host: host, Authorization: `Bearer ${credential}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/api/cloud/limits', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
}

function show(what: string, sorted: readonly number[]): void {
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p99, most] = [quantile(0.5), quantile(0.99), sorted.at(-1) ?? 0];
  const verdict = p99 < GOAL_MS ? 'met' : 'MISSED';
  console.info(
    `${sorted.length} limits at ${PER_SECOND}/s, ${what}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
      `max ${most.toFixed(1)} ms   goal p99 < ${GOAL_MS} ms: ${verdict}`,
  );
}
