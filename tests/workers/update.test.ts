import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { active } from './support/backups.ts';
import { inCluster, objectsOf } from './support/cluster.ts';
import { eventually, soon } from './support/eventually.ts';
import { hold, listCounted, listHeld } from './support/held.ts';
import { begin, FROM, importInto, NEXT, rehearsalOf } from './support/rehearsal.ts';
import { workflowWith } from './support/rehearsed-workflow.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  MINUTE_MS,
  overviewOf,
  stubOf,
  unwrap,
  viewOf,
} from './support/workspace.ts';

const { Online } = InstanceStatus;

/** The sandbox's node types that fail from NEXT on, which a rehearsal cannot know. */
const CRASHES = 'n8n-nodes-base.crashesAfterUpdate';
const DEACTIVATES = 'n8n-nodes-base.inactiveAfterUpdate';

async function online(type: string): Promise<InstanceFacts> {
  const facts = active();
  await bringOnline(facts, FROM);
  await importInto(facts, [workflowWith('kept', 'n8n-nodes-base.noOp'), workflowWith('other', type)]);
  return facts;
}

/** Waits until the rehearsed update has an outcome. Steps take real time; only the time of a version that fails is moved. */
function untilReported(facts: InstanceFacts, onTurn = async () => {}): Promise<unknown> {
  return eventually(`the update of ${facts.name} is reported`, async () => {
    if ((await rehearsalOf(facts))?.phase.kind === 'reported') return true;
    await onTurn();
    return false;
  });
}

/** Moves the time of a new version that will not serve, once its process had its chance to. */
async function passVerification(facts: InstanceFacts, isReady: boolean): Promise<void> {
  const { version, cause } = await viewOf(facts);
  if (version.name !== NEXT || cause !== 'update') return;
  const process = await inCluster(facts.name);
  if (isReady && !(process?.ready && process.version === NEXT)) return;
  await advance(facts, 10_000);
}

const untilOnline = (facts: InstanceFacts) =>
  eventually(`${facts.name} is online`, async () => {
    const view = await viewOf(facts);
    return view.status === Online && view;
  });

test.concurrent.each([
  ['not_ready', CRASHES],
  ['fewer_active', DEACTIVATES],
] as const)(
  'an update that fails reverts completely, and held webhooks are replayed: %s',
  async (result, type) => {
    const facts = await online(type);
    await begin(facts, NEXT);
    let isHeld = false;
    await untilReported(facts, async () => {
      if ((await viewOf(facts)).cause !== 'update') return;
      isHeld ||= (await hold(facts, { path: '/webhook/counted/meanwhile' })).answer.kind === 'held';
      await passVerification(facts, result === 'fewer_active');
    });
    expect((await rehearsalOf(facts))?.phase).toMatchObject({ result, outcome: { verdict: 'passed' } });
    expect(isHeld).toBe(true);
    expect(await untilOnline(facts)).toMatchObject({ version: { name: FROM }, goBack: null });
    await soon(async () => expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, replayed: 1 }));
    expect(await listCounted(facts)).toHaveLength(1);
    const { usage } = await viewOf(facts);
    expect(usage?.activeWorkflows).toBe(2);
    const causes = (await overviewOf(facts)).history.map(({ cause }) => cause);
    expect(causes).toEqual(expect.arrayContaining(['update', 'go_back']));
    // The last export stays as a backup.
    expect((await stubOf(facts).listBackups(facts.accountId))?.backups).toHaveLength(1);
  },
);

test.concurrent('people revert with one click for a day, and the saved data is removed after it', async () => {
  const facts = await online('n8n-nodes-base.noOp');
  await begin(facts, NEXT);
  await untilReported(facts);
  const updated = await viewOf(facts);
  expect(updated).toMatchObject({ status: Online, version: { name: NEXT }, goBack: { version: FROM } });
  await importInto(facts, [workflowWith('new', 'n8n-nodes-base.noOp')]);

  expect(await stubOf(facts).goBack('acc_eve')).toMatchObject({ ok: false, code: 'workspace_not_found' });
  expect(unwrap<InstanceView>(await stubOf(facts).goBack(facts.accountId))).toMatchObject({
    cause: 'go_back',
    version: { name: FROM },
  });
  expect(await untilOnline(facts)).toMatchObject({ version: { name: FROM } });
  await soon(async () => {
    await advance(facts, 60_000);
    expect((await viewOf(facts)).usage?.activeWorkflows).toBe(2);
  });
  expect(await stubOf(facts).goBack(facts.accountId)).toMatchObject({ code: 'going_back_unavailable' });

  await advance(facts, DAY_MS + MINUTE_MS);
  await soon(async () => {
    const stored = (await objectsOf(facts.name)).filter((name) => /^(persistent|volume)/.test(name));
    expect(stored).toEqual([`persistentvolumeclaims/ws-${facts.name}.1`]);
  });
});
