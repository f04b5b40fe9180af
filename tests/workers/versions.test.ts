import { expect, test } from 'vitest';
import type { Release } from '#app/domain/instance/releases.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { insertAccount, mailed, mailsOf, RUNNING, to } from './support/account.ts';
import { eventually, soon } from './support/eventually.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
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

/** A workspace that was warned of its old version. */
async function warned() {
  const facts = factsOf({ entitlement: { kind: 'active' } });
  await insertAccount(facts);
  const { pid } = await bringOnline(facts, OLD);
  // A day passes at a time of each workspace's own: never later than this.
  await advance(facts, 27 * HOUR_MS);
  await soon(async () => expect(await mailed(facts)).toEqual(to('version_stale', RUNNING)));
  return { facts, pid };
}

test.concurrent('an old version is announced once and replaced 30 days later', async () => {
  const { facts, pid } = await warned();
  const { forcedUpdate } = await viewOf(facts);
  expect(forcedUpdate?.version).toBe(NEWEST_STABLE);
  expect((await mailsOf(facts))[0]?.data).toMatchObject({
    version: OLD,
    target: NEWEST_STABLE,
    updateAt: forcedUpdate?.at,
  });

  await advance(facts, 28 * DAY_MS);
  expect(await viewWith(facts, { status: Online })).toMatchObject({ version: { name: OLD }, forcedUpdate });
  expect(await mailed(facts)).toEqual(to('version_stale', RUNNING));

  // To the date and no further: the process starts in real time.
  await advance(facts, (forcedUpdate?.at ?? 0) - (await overviewOf(facts)).now);
  // Found in the history: the view's Pending ends in real time.
  const updated = await eventually('the update begins', async () =>
    (await overviewOf(facts)).history.find(({ phase, cause }) => phase === 'pending' && cause === 'update'),
  );
  expect(await viewOf(facts)).toMatchObject({ version: { name: NEWEST_STABLE }, forcedUpdate: null });
  expect(updated.at).toBeGreaterThanOrEqual(forcedUpdate?.at ?? Number.NaN);
  expect(updated.at).toBeLessThan((forcedUpdate?.at ?? 0) + MINUTE_MS);
  expect((await comeOnline(facts, pid)).version).toBe(NEWEST_STABLE);
  const both = [...to('version_stale', RUNNING), ...to('version_updated', RUNNING)].sort();
  await soon(async () => expect(await mailed(facts)).toEqual(both));
});

test.concurrent("an operator's own update cancels the forced one", async () => {
  const { facts, pid } = await warned();
  const releases: Release[] = [OLD, '2.39.10', NEWEST_STABLE].map((name) => ({
    name,
    createdAt: 0,
    hasBreakingChange: false,
    hasSecurityFix: false,
  }));
  const change = { version: '2.39.10' };
  unwrap(await stubOf(facts).configure({ accountId: facts.accountId, change, releases }));
  expect((await comeOnline(facts, pid)).view).toMatchObject({ forcedUpdate: null });
  const announced = await mailed(facts);
  await advance(facts, 25 * DAY_MS);
  expect(await viewOf(facts)).toMatchObject({ version: { name: '2.39.10' }, status: Online });
  expect(announced).toEqual(to('version_stale', RUNNING));
});
