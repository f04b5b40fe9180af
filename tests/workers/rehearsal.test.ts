import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { active } from './support/backups.ts';
import { breakCluster, clusterReady, inCluster, objectsOf } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import {
  begin,
  choose,
  copyName,
  FROM,
  importInto,
  NEXT,
  REMOVED_NODE,
  rehearsalOf,
  untilPhase,
} from './support/rehearsal.ts';
import { workflowWith } from './support/rehearsed-workflow.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  overviewOf,
  stubOf,
  viewOf,
} from './support/workspace.ts';

const { Online } = InstanceStatus;

async function online(facts = active()) {
  const { pid } = await bringOnline(facts, FROM);
  return { facts, pid };
}

const expectNothingLeft = (facts: Parameters<typeof viewOf>[0]) =>
  soon(async () => {
    expect(await objectsOf(copyName(facts))).toEqual([]);
    expect(await env.BACKUPS.head(`rehearsal/${facts.workspaceId}.zip`)).toBeNull();
  });

test.concurrent('a version that breaks an active workflow is reported with the node and not used', async () => {
  const { facts, pid } = await online();
  await importInto(facts, [workflowWith('fine', 'n8n-nodes-base.noOp'), workflowWith('old', REMOVED_NODE)]);
  expect(await begin(facts, NEXT)).toMatchObject({ isRehearsed: true, instance: { status: Online } });

  // While the copy runs, it admits no one and executes nothing.
  const copy = await clusterReady(copyName(facts));
  expect(copy.version).toBe(NEXT);
  for (const path of ['/webhook/fine', '/', '/rest/login', '/weft/sign-in?token=x', '/weft/export']) {
    const answer = await fetch(`${env.SANDBOX_URL}/ingress/${copyName(facts)}${path}`);
    // 502: the copy's process ended during the request.
    expect({ path, status: answer.status }).toEqual({ path, status: expect.toBeOneOf([401, 502, 503]) });
  }
  // The gateway only requests Services named `ws-<name>`.
  expect((await fetch(`${env.SANDBOX_URL}/ingress/ws-${copyName(facts)}/webhook/fine`)).status).toBe(503);

  const { phase } = await untilPhase(facts, 'reported');
  expect(phase).toMatchObject({
    result: 'dropped',
    outcome: {
      verdict: 'blocked',
      report: {
        workflows: 2,
        activeWorkflows: 2,
        problems: [
          {
            workflowId: 'old',
            workflow: 'Workflow old',
            isActive: true,
            node: 'Old step',
            kind: 'node_type_unknown',
            detail: REMOVED_NODE,
          },
        ],
        changes: [],
      },
    },
  });
  await expectNothingLeft(facts);
  expect(await viewOf(facts)).toMatchObject({ status: Online, version: { name: FROM } });
  expect((await inCluster(facts.name))?.pid).toBe(pid);
  expect((await overviewOf(facts)).history.map(({ cause }) => cause)).not.toContain('update');
});

test.concurrent('a version that breaks only an inactive workflow says so and is used', async () => {
  const { facts, pid } = await online();
  await importInto(facts, [workflowWith('draft', REMOVED_NODE, false)]);
  await begin(facts, NEXT);
  const { phase } = await untilPhase(facts, 'reported');
  expect(phase).toMatchObject({
    result: 'updated',
    outcome: { verdict: 'passed', report: { problems: [{ workflowId: 'draft', isActive: false }] } },
  });
  expect((await comeOnline(facts, pid)).version).toBe(NEXT);
  expect(await viewOf(facts)).toMatchObject({ status: Online, version: { name: NEXT } });
  await expectNothingLeft(facts);
});

test.concurrent('of two concurrent requests one is rehearsed; another version and another account are refused', async () => {
  const { facts } = await online();
  const [one, other] = await Promise.all([choose(facts, NEXT), choose(facts, NEXT)]);
  expect([one, other]).toMatchObject([{ ok: true }, { ok: true }]);
  expect((await rehearsalOf(facts))?.serial).toBe(1);
  expect(await choose(facts, '2.42.0')).toMatchObject({ ok: false, code: 'update_under_way' });
  expect(await choose(facts, NEXT, 'acc_eve')).toMatchObject({ ok: false, code: 'workspace_not_found' });
  expect(await stubOf(facts).readUpdate('acc_eve')).toBeNull();
  expect((await untilPhase(facts, 'reported')).serial).toBe(1);
});

test.concurrent('a cluster that is down delays the rehearsal, and the copy is removed once it is back', async () => {
  const { facts } = await online();
  await importInto(facts, [workflowWith('old', REMOVED_NODE)]);
  await breakCluster(copyName(facts), 'api-500');
  await begin(facts, NEXT);
  await untilPhase(facts, 'starting');
  await soon(async () =>
    expect((await rehearsalOf(facts))?.phase).toMatchObject({ isClusterUnreachable: true }),
  );
  await breakCluster(copyName(facts), 'none');
  await clusterReady(copyName(facts));
  await breakCluster(copyName(facts), 'api-500');
  // Either the copy's readiness or its removal fails on the broken cluster.
  await untilPhase(facts, 'starting', 'removing');
  await breakCluster(copyName(facts), 'none');
  await advance(facts, 30_000);
  expect((await untilPhase(facts, 'reported')).phase).toMatchObject({ outcome: { verdict: 'blocked' } });
  await expectNothingLeft(facts);
  expect(await viewOf(facts)).toMatchObject({ version: { name: FROM } });
});

test.concurrent('a copy that never starts times out and is removed', async () => {
  const { facts } = await online();
  await breakCluster(copyName(facts), 'crash-loop');
  await begin(facts, NEXT);
  await untilPhase(facts, 'starting');
  await soon(async () =>
    expect(await objectsOf(copyName(facts))).toContain(`statefulsets/${copyName(facts)}`),
  );
  await advance(facts, 16 * 60_000);
  const { phase } = await untilPhase(facts, 'reported');
  expect(phase).toMatchObject({ result: 'dropped', outcome: { verdict: 'failed', reason: 'not_ready' } });
  await expectNothingLeft(facts);
  await breakCluster(copyName(facts), 'none');
});

test.concurrent('a workspace that is stopped meanwhile keeps its version, and its copy is removed', async () => {
  const { facts } = await online(factsOf());
  await breakCluster(copyName(facts), 'slow');
  await begin(facts, NEXT);
  await untilPhase(facts, 'starting');
  await advance(facts, 14 * DAY_MS);
  const { phase } = await untilPhase(facts, 'reported');
  expect(phase).toMatchObject({ result: 'dropped', outcome: { reason: 'workspace_stopped' } });
  await expectNothingLeft(facts);
  await breakCluster(copyName(facts), 'none');
});
