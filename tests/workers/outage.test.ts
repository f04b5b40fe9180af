import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { breakCluster, clusterReady, inCluster } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import {
  advance,
  bringOnline,
  factsOf,
  MINUTE_MS,
  overviewOf,
  sendFacts,
  stubOf,
  unwrap,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Pending } = InstanceStatus;
const POLL_MS = 15_000;

async function waitThroughOutage(...all: Array<ReturnType<typeof factsOf>>): Promise<void> {
  for (let minutes = 0; minutes < 30; minutes += 5) {
    await Promise.all(all.map((facts) => advance(facts, 5 * MINUTE_MS)));
  }
}

test.concurrent('after a cluster outage of 30 minutes, a setup is Online within one poll', async () => {
  const facts = factsOf();
  // Keeps the process unready until the outage begins, however slow this test is.
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await soon(async () => expect(await inCluster(facts.name)).toBeDefined());
  await breakCluster(facts.name, 'api-500');
  await waitThroughOutage(facts);
  await viewWith(facts, { status: Pending, notice: 'cluster_unreachable' });
  await clusterReady(facts.name);

  await breakCluster(facts.name, 'none');
  await advance(facts, POLL_MS);
  await viewWith(facts, { status: Online, notice: null });
  expect((await overviewOf(facts)).history.map(({ phase }) => phase)).toEqual(['pending', 'online']);
});

test.concurrent('an outage changes nothing about a running workspace', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  await breakCluster(facts.name, 'api-500');
  expect(await stubOf(facts).reportUnreachable()).toMatchObject({ status: Online });
  await waitThroughOutage(facts);
  expect(await viewOf(facts)).toMatchObject({ status: Online, notice: null });
  await breakCluster(facts.name, 'none');
  await advance(facts, 6 * MINUTE_MS);
  expect(await viewOf(facts)).toMatchObject({ status: Online, notice: null });
  expect((await overviewOf(facts)).history.map(({ phase }) => phase)).toEqual(['pending', 'online']);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent('a restart requested during an outage happens once, when the cluster answers', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  await breakCluster(facts.name, 'api-500');
  unwrap(await stubOf(facts).restart(facts.accountId));
  await viewWith(facts, { status: Pending, notice: 'cluster_unreachable' });
  await waitThroughOutage(facts);
  expect((await inCluster(facts.name))?.pid).toBe(pid);

  await breakCluster(facts.name, 'none');
  await advance(facts, POLL_MS);
  const restarted = await clusterReady(facts.name, pid);
  await advance(facts, POLL_MS);
  await viewWith(facts, { status: Online, notice: null });
  expect((await inCluster(facts.name))?.pid).toBe(restarted.pid);
});
