import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { sendFacts as deliverFacts, type SendFactsPorts } from '#app/use-cases/workspace/send-facts.ts';
import { receiveInstanceOutbox } from '#db/queries/instance-outbox.ts';
import { workspaceStore } from '#db/queries/workspaces.ts';
import { users, workspaces } from '#db/schema/index.ts';
import { database, ENDING, emailOf, insertAccount, listMails, summaryRow, to } from './support/account.ts';
import { breakCluster, inCluster, readApplied } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  later,
  overviewOf,
  sendFacts,
  stubOf,
  VERSION,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Pending, Stopped } = InstanceStatus;

test.concurrent('ignores older facts that arrive late', async () => {
  const first = factsOf();
  await bringOnline(first);
  const second = later(first, { entitlement: { kind: 'active' } });
  await sendFacts(second);
  const before = await overviewOf(first);
  expect(await sendFacts(first)).toEqual(before.view);
  expect({ ...(await overviewOf(first)), now: 0 }).toEqual({ ...before, now: 0 });
  expect(before.view).toMatchObject({ trialEndsAt: null, deletionAt: null, status: Online });
});

test.concurrent('changes a limit outside the process without a restart', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const limits = { ...facts.limits, monthlyExecutions: 2_500, activeWorkflows: 15 };
  expect(await sendFacts(later(facts, { limits }))).toMatchObject({
    status: Online,
    limits: { executions: 2_500, activeWorkflows: 15 },
  });
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent('a larger plan restarts the process with new limits', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const limits = { ...facts.limits, memoryMib: 1_024, concurrentExecutions: 20, logRetentionDays: 30 };
  expect(await sendFacts(later(facts, { limits }))).toMatchObject({ status: Pending, cause: 'plan' });
  await comeOnline(facts, pid);
  expect(await readApplied(facts.name)).toMatchObject({
    memory: '1024Mi',
    environment: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '20', EXECUTIONS_DATA_MAX_AGE: String(30 * 24) },
  });
});

test.concurrent("the workspace's timezone stays until the account's changes", async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const moved = later(facts, { timezone: 'Asia/Tokyo' });
  expect(await sendFacts(moved)).toMatchObject({ timezone: 'Asia/Tokyo', version: { name: VERSION } });
  const paid = later(moved, { entitlement: { kind: 'active' } });
  expect(await sendFacts(paid)).toMatchObject({ timezone: 'Asia/Tokyo' });
});

test.concurrent('never changes the cluster of a workspace', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  expect(await sendFacts(later(facts, { clusterId: 'elsewhere' }))).toMatchObject({ status: Online });
  await advance(facts, DAY_MS);
  await viewWith(facts, { status: Online });
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent("an older summary never overwrites the database's copy of the status", async () => {
  const began = Date.now();
  const facts = factsOf();
  await insertAccount(facts);
  // Stays Pending until the test has seen the summary.
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await soon(async () =>
    expect(await summaryRow(facts)).toMatchObject({
      status: Pending,
      phase: 'pending',
      version: VERSION,
      factsRevision: 1,
    }),
  );
  await breakCluster(facts.name, 'none');
  await comeOnline(facts);
  await soon(async () => expect(await summaryRow(facts)).toMatchObject({ status: Online, phase: 'online' }));
  const row = await summaryRow(facts);
  expect(row?.reportedAt).toBeGreaterThanOrEqual(began);
  expect(row?.reportedAt).toBeLessThanOrEqual(Date.now());

  // Simulates a later summary that overtakes the object's next one.
  const db = database();
  const revision = (row?.statusRevision ?? 0) + 1_000;
  await db.update(workspaces).set({ statusRevision: revision }).where(eq(workspaces.id, facts.workspaceId));
  await advance(facts, 14 * DAY_MS);
  await viewWith(facts, { status: Stopped });
  await soon(async () =>
    expect(await listMails(facts)).toEqual(
      expect.arrayContaining(to('trial_ended', ['owner', 'billing', 'operator'])),
    ),
  );
  expect(await summaryRow(facts)).toMatchObject({ status: Online, phase: 'online' });
});

test.concurrent('sends no second mail for a repeated item, and none to unconfirmed people', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  const db = database();
  await db
    .update(users)
    .set({ confirmedAt: null })
    .where(eq(users.email, emailOf(facts, 'owner')));
  const news = {
    kind: 'mail',
    id: 'usage:2026-11:1000:80',
    mail: {
      template: 'usage_warning',
      data: { percent: 80, executions: 800, limit: 1_000, timeframe: '2026-11' },
    },
  } as const;
  for (const _time of ['first', 'again']) await receiveInstanceOutbox(db, facts, [news], Date.now());
  expect(await listMails(facts)).toEqual(
    to(
      'usage_warning',
      ENDING.filter((role) => role !== 'owner'),
    ),
  );
});

test('a plan change reaches a running workspace while the version feed is down', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const changed = later(facts, { limits: { ...facts.limits, activeWorkflows: 15 } });
  const ports: SendFactsPorts = {
    workspaces: {
      ...workspaceStore(database()),
      instanceFacts: async () => ({ ...changed, region: null }),
    },
    workspaceObject: () => stubOf(facts),
    clusters: [],
  };
  const { fetch } = globalThis;
  const asked: string[] = [];
  // Everything except the feed responds.
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(`${env.SANDBOX_URL}/api/versions`)) return fetch(input, init);
    asked.push(url);
    return Promise.reject(new TypeError('The version feed is down.'));
  };
  try {
    await deliverFacts(ports, { workspaceId: facts.workspaceId });
  } finally {
    globalThis.fetch = fetch;
  }
  expect(await viewOf(facts)).toMatchObject({ status: Online, limits: { activeWorkflows: 15 } });
  expect(asked).toEqual([]);
});
