import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { Role } from '#app/domain/access/roles.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { active } from './support/backups.ts';
import { breakCluster, objectsOf } from './support/cluster.ts';
import { eventually, soon } from './support/eventually.ts';
import { hold, listHeld } from './support/held.ts';
import { begin, FROM, importInto, NEXT, rehearsalOf } from './support/rehearsal.ts';
import { workflowWith } from './support/rehearsed-workflow.ts';
import { signIn } from './support/runtime.ts';
import { bringOnline, later, sendFacts, stubOf, viewOf, viewWith } from './support/workspace.ts';

const { Online, Stopped } = InstanceStatus;

/**
 * @returns a function that requests the workspace's page in a person's session, bypassing the gateway, and returns the
 *   status.
 */
async function sessionIn(facts: InstanceFacts): Promise<() => Promise<number>> {
  const person = await signIn(facts);
  return async () => (await person.ask('/')).status;
}

/** @returns the statuses that a session got until the workspace was Online and open. */
async function statusesUntilOpen(facts: InstanceFacts, visit: () => Promise<number>): Promise<Set<number>> {
  const statuses = new Set<number>();
  await eventually(`${facts.name} is open again`, async () => {
    const { status } = await viewOf(facts);
    const answer = await visit();
    statuses.add(answer);
    return status === Online && answer !== 503;
  });
  return statuses;
}

const setRole = (facts: InstanceFacts, role: Role | null, at: number) =>
  stubOf(facts).setPerson({ accountId: facts.accountId, email: facts.ownerEmail, role, at });
const leave = (facts: InstanceFacts) => setRole(facts, null, Date.now());

test.concurrent('a removed person has no access at any moment of a revert, and webhooks are held', async () => {
  const facts = active();
  await bringOnline(facts, FROM);
  await importInto(facts, [workflowWith('kept', 'n8n-nodes-base.noOp')]);
  const visit = await sessionIn(facts);
  expect(await visit()).toBe(200);
  await begin(facts, NEXT);
  await eventually(
    'the update is reported',
    async () => (await rehearsalOf(facts))?.phase.kind === 'reported',
  );
  expect(await visit()).toBe(200);
  expect(await leave(facts)).toEqual({ ok: true, value: null });
  expect(await visit()).toBe(401);

  expect(await stubOf(facts).goBack(facts.accountId)).toMatchObject({ ok: true });
  expect((await hold(facts, { path: '/webhook/counted/meanwhile' })).answer.kind).toBe('held');
  // The earlier data still contains the session.
  expect(await statusesUntilOpen(facts, visit)).not.toContain(200);
  await soon(async () => expect((await listHeld(facts)).totals).toMatchObject({ waiting: 0, replayed: 1 }));
});

test.concurrent('a person who left while the workspace was stopped has no access at any moment of its start', async () => {
  const facts = active();
  await bringOnline(facts);
  const visit = await sessionIn(facts);
  const paused = later(facts, { entitlement: { kind: 'paused', pausedAt: Date.now() } });
  await sendFacts(paused);
  await viewWith(facts, { status: Stopped });
  // The next start delivers it.
  const readAt = Date.now() - 1;
  expect(await leave(facts)).toEqual({ ok: true, value: null });
  // Another delivery read the former role before, and its call comes later.
  expect(await setRole(facts, 'owner', readAt)).toEqual({ ok: true, value: null });
  await eventually('the process has ended', async () => (await visit()) === 503);
  await sendFacts(later(paused, { entitlement: { kind: 'active' } }));
  expect(await statusesUntilOpen(facts, visit)).not.toContain(200);
  expect(await objectsOf(facts.name)).toContain(`services/closed-${facts.name}`);
});

test.concurrent('a sign-out whose call failed ends no session that began after the start that did it', async () => {
  const facts = active();
  await bringOnline(facts);
  const before = await sessionIn(facts);
  await breakCluster(facts.name, 'gone');
  const person = { accountId: facts.accountId, email: facts.ownerEmail };
  const request = { ...person, at: Date.now() };
  const failed = runInDurableObject(stubOf(facts), (object) => object.signOut(request).catch(String));
  expect(await failed).toContain('503');

  await stubOf(facts).reportUnreachable();
  expect(await statusesUntilOpen(facts, before)).not.toContain(200);
  const after = await sessionIn(facts);
  // The outbox repeats it.
  expect(await stubOf(facts).signOut(request)).toEqual({ ok: true, value: null });
  expect(await after()).toBe(200);
  expect(await stubOf(facts).signOut({ ...person, at: Date.now() })).toEqual({ ok: true, value: null });
  expect(await after()).toBe(401);
});
