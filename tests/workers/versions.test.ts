import { expect, test } from 'vitest';
import type { Release } from '#app/domain/instance/releases.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { insertAccount, listMails, mailsOf, RUNNING, to } from './support/account.ts';
import { clusterReady } from './support/cluster.ts';
import { eventually, soon } from './support/eventually.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  overviewOf,
  stubOf,
  unwrap,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online } = InstanceStatus;
/** Versions of the sandbox's feed: an outdated one and its stable replacement of the same major. */
const OLD = '2.4.8';
const NEWEST_STABLE = '2.40.7';

/** A workspace whose people were warned of its old version. */
async function warnVersion() {
  const facts = factsOf({ entitlement: { kind: 'active' } });
  await insertAccount(facts);
  const { pid } = await bringOnline(facts, OLD);
  // Each workspace's daily check has its own time, at most this much later.
  await advance(facts, 27 * HOUR_MS);
  await soon(async () => expect(await listMails(facts)).toEqual(to('version_stale', RUNNING)));
  return { facts, pid };
}

test.concurrent('an old version is announced once and replaced 30 days later', async () => {
  const { facts, pid } = await warnVersion();
  const { forcedUpdate } = await viewOf(facts);
  expect(forcedUpdate?.version).toBe(NEWEST_STABLE);
  expect((await mailsOf(facts))[0]?.data).toMatchObject({
    version: OLD,
    target: NEWEST_STABLE,
    updateAt: forcedUpdate?.at,
  });

  const updateAt = forcedUpdate?.at ?? Number.NaN;
  // A week before the date, the replacement is rehearsed in real time; its report goes to the same people.
  await advance(facts, updateAt - 7 * DAY_MS - (await overviewOf(facts)).now);
  const early = [...to('version_stale', RUNNING), ...to('update_rehearsed', RUNNING)].sort();
  await soon(async () => expect(await listMails(facts)).toEqual(early));
  const report = (await mailsOf(facts)).find(({ template }) => template === 'update_rehearsed');
  expect(report?.data).toMatchObject({ verdict: 'passed', problems: 0, updateAt });
  await advance(facts, 5 * DAY_MS);
  expect(await viewWith(facts, { status: Online })).toMatchObject({ version: { name: OLD }, forcedUpdate });

  // Advances exactly to the date: the second rehearsal and the process's start take real time.
  await advance(facts, updateAt - (await overviewOf(facts)).now);
  // Reads the history, because the view's Pending phase ends in real time.
  const updated = await eventually('the update begins', async () =>
    (await overviewOf(facts)).history.find(({ phase, cause }) => phase === 'pending' && cause === 'update'),
  );
  expect(updated.at).toBeGreaterThanOrEqual(updateAt);
  expect(updated.at).toBeLessThan(updateAt + HOUR_MS);
  expect((await clusterReady(facts.name, pid, NEWEST_STABLE)).version).toBe(NEWEST_STABLE);
  expect(await viewWith(facts, { status: Online })).toMatchObject({
    version: { name: NEWEST_STABLE },
    forcedUpdate: null,
    goBack: { version: OLD },
  });
  const all = [...early, ...to('version_updated', RUNNING)].sort();
  await soon(async () => expect(await listMails(facts)).toEqual(all));
});

test.concurrent("an operator's own update cancels the forced one", async () => {
  const { facts, pid } = await warnVersion();
  const releases: Release[] = [OLD, '2.39.10', NEWEST_STABLE].map((name) => ({
    name,
    createdAt: 0,
    hasBreakingChange: false,
    hasSecurityFix: false,
  }));
  const change = { version: '2.39.10' };
  unwrap(await stubOf(facts).saveSettings({ accountId: facts.accountId, change, releases }));
  expect((await comeOnline(facts, pid)).view).toMatchObject({ forcedUpdate: null });
  const announced = await listMails(facts);
  await advance(facts, 25 * DAY_MS);
  expect(await viewOf(facts)).toMatchObject({ version: { name: '2.39.10' }, status: Online });
  expect(announced).toEqual(to('version_stale', RUNNING));
});
