import { expect, test } from 'vitest';
import type { Release } from '#app/domain/instance/releases.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import type { SavedSettings } from '#app/use-cases/workspace/rpc-requests.ts';
import { breakCluster, clusterReady, inCluster, processEnded, readApplied } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  expectRefusal,
  factsOf,
  sendFacts,
  stubOf,
  unwrap,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Pending, Stopped } = InstanceStatus;
const release = (name: string, hasBreakingChange = false): Release => ({
  name,
  createdAt: Date.now() - DAY_MS,
  hasBreakingChange,
  hasSecurityFix: false,
});
const releases = [release('1.115.3'), release('1.116.2'), release('2.0.3', true), release('2.1.4')];

async function waitUntilSettled() {
  const facts = factsOf();
  const online = await bringOnline(facts, '1.116.2');
  const save = (change: object, accountId = facts.accountId) =>
    stubOf(facts).saveSettings({ accountId, change, releases });
  return { facts, save, ...online };
}

let shared: ReturnType<typeof waitUntilSettled> | undefined;
/** A refusal changes nothing, so refusals share a workspace. */
const sharedWorkspace = () => {
  shared ??= waitUntilSettled();
  return shared;
};

test.concurrent('timezone and switches reach the process, which restarts on the same data', async () => {
  const { facts, save, pid } = await waitUntilSettled();
  const before = await signIn(facts);
  await before.createWorkflow('Kept across settings');
  const live = await listen(facts);

  const saveExecutions = { manual: false, failed: true, successful: false };
  const saved = unwrap<SavedSettings>(await save({ timezone: 'Asia/Tokyo', saveExecutions }));
  expect(saved).toMatchObject({
    isRehearsed: false,
    instance: { status: Pending, cause: 'configure', timezone: 'Asia/Tokyo', saveExecutions },
  });
  await comeOnline(facts, pid);

  expect(await readApplied(facts.name)).toMatchObject({
    replicas: 1,
    image: expect.stringMatching(/:1\.116\.2-weft\.1$/),
    environment: {
      GENERIC_TIMEZONE: 'Asia/Tokyo',
      EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
      EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
      EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
    },
  });
  const page = await before.page();
  expect(page).toContain('Version 1.116.2 · Timezone Asia/Tokyo');
  expect(page).toContain('Kept across settings');
  await soon(async () => expect(live.views().at(-1)?.status).toBe(Online));
  const steps = live.views().map(({ status }) => status);
  expect(steps.filter((status, index) => status !== steps[index - 1])).toEqual([Online, Pending, Online]);
});

test.concurrent('saving equal settings takes nothing offline', async () => {
  const { facts, save, pid } = await sharedWorkspace();
  const before = await viewOf(facts);
  const { version, timezone, saveExecutions } = before;
  const unchanged = { instance: before, isRehearsed: false };
  expect(unwrap(await save({ version: version.name, timezone, saveExecutions }))).toEqual(unchanged);
  expect(unwrap(await save({}))).toEqual(unchanged);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent.each([
  ['an unknown version', { version: '1.999.0' }, { code: 'version_unknown', field: 'version' }],
  ['no version', { version: 'latest; rm -rf /' }, { code: 'version_unknown', field: 'version' }],
  ['an unknown timezone', { timezone: 'Mars/Olympus' }, { code: 'timezone_unknown', field: 'timezone' }],
  [
    'a breaking version that is not confirmed',
    { version: '2.1.4', timezone: 'Asia/Tokyo' },
    { code: 'breaking_change_unconfirmed', field: 'confirmName' },
  ],
  [
    'a breaking version confirmed with another name',
    { version: '2.1.4', confirmName: 'another' },
    { code: 'breaking_change_unconfirmed', field: 'confirmName' },
  ],
] as const)('%s is refused and changes nothing', async (_what, change, refusal) => {
  const { facts, save, pid } = await sharedWorkspace();
  await expectRefusal(facts, () => save(change), refusal);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent('accepts a breaking version with the typed name, and refuses to go back', async () => {
  const { facts, save, pid } = await waitUntilSettled();
  const saved = await save({ version: '2.1.4', confirmName: facts.name });
  expect(unwrap<SavedSettings>(saved).isRehearsed).toBe(true);
  expect((await comeOnline(facts, pid)).version).toBe('2.1.4');
  await expectRefusal(facts, () => save({ version: '1.116.2', confirmName: facts.name }), {
    code: 'downgrade_refused',
    field: 'version',
  });
});

test.concurrent("refuses another account's change and restart", async () => {
  const { facts, save } = await sharedWorkspace();
  const refusal = { code: 'workspace_not_found' } as const;
  await expectRefusal(facts, () => save({ timezone: 'Asia/Tokyo' }, 'acc_eve'), refusal);
  await expectRefusal(facts, () => stubOf(facts).restart('acc_eve'), refusal);
});

test.concurrent('a restart replaces the process on the same data', async () => {
  const { facts, pid } = await waitUntilSettled();
  const person = await signIn(facts);
  await person.createWorkflow('Kept across restarts');
  expect(unwrap(await stubOf(facts).restart(facts.accountId))).toMatchObject({
    status: Pending,
    cause: 'restart',
  });
  await expectRefusal(facts, () => stubOf(facts).restart(facts.accountId), { code: 'workspace_pending' });
  const first = await comeOnline(facts, pid);
  expect(await person.page()).toContain('Kept across restarts');

  // Applying the same generation again restarts nothing; another restart does.
  await stubOf(facts).reconcile();
  await advance(facts, 5_000);
  expect((await clusterReady(facts.name)).pid).toBe(first.pid);
  unwrap(await stubOf(facts).restart(facts.accountId));
  expect((await comeOnline(facts, first.pid)).pid).not.toBe(pid);
});

test.concurrent('the last of two overlapping changes of settings counts', async () => {
  const { facts, save, pid } = await waitUntilSettled();
  unwrap(await save({ timezone: 'Asia/Tokyo' }));
  unwrap(await save({ timezone: 'America/Lima' }));
  await comeOnline(facts, pid);
  expect((await readApplied(facts.name)).environment).toMatchObject({
    GENERIC_TIMEZONE: 'America/Lima',
  });
});

test.concurrent('refuses to restart while Pending, and to restart or save while Stopped', async () => {
  const facts = factsOf();
  // Stays Pending until the test lets the process start.
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await soon(async () => expect(await inCluster(facts.name)).toBeDefined());
  await viewWith(facts, { status: Pending });
  expect(await stubOf(facts).restart(facts.accountId)).toEqual({ ok: false, code: 'workspace_pending' });
  await breakCluster(facts.name, 'none');
  await comeOnline(facts);
  await advance(facts, 14 * DAY_MS);
  await viewWith(facts, { status: Stopped });
  await processEnded(facts.name);
  const refusal = { code: 'workspace_stopped' } as const;
  await expectRefusal(facts, () => stubOf(facts).restart(facts.accountId), refusal);
  await expectRefusal(
    facts,
    () =>
      stubOf(facts).saveSettings({
        accountId: facts.accountId,
        change: { timezone: 'Asia/Tokyo' },
        releases,
      }),
    refusal,
  );
});
