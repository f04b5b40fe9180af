import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { deleteThrough } from './support/deletion.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  sendFacts,
  stubOf,
  unwrap,
  viewWith,
} from './support/workspace.ts';

const email = 'zoë@example.com';

type Facts = ReturnType<typeof factsOf>;

async function openIn(facts: Facts, at = Date.now()): Promise<string> {
  const { accountId } = facts;
  const link = unwrap(await stubOf(facts).openLink({ accountId, email, name: 'Zoë', role: 'operator', at }));
  const { search } = new URL(link.url);
  return `${env.SANDBOX_URL}/ingress/ws-${facts.name}/weft/sign-in${search}`;
}

const open = (url: string) => fetch(url, { redirect: 'manual' });

test.concurrent("a sign-out ends only that person's sessions and links", async () => {
  const facts = factsOf();
  const stub = stubOf(facts);
  const person = { accountId: facts.accountId, email };
  expect(await stub.signOut(person)).toEqual({ ok: true, value: null });
  await bringOnline(facts);

  const opened = await open(await openIn(facts));
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const visit = async () =>
    (await fetch(`${env.SANDBOX_URL}/ingress/ws-${facts.name}/`, { headers: { cookie } })).status;
  const unused = await openIn(facts);
  expect(await visit()).toBe(200);
  expect(await stub.signOut({ ...person, accountId: 'acc_eve' })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  expect(await stub.signOut({ ...person, email: 'someone.else@example.com' })).toMatchObject({ ok: true });
  expect(await visit()).toBe(200);

  for (const _time of ['first', 'again']) {
    expect(await stub.signOut(person)).toEqual({ ok: true, value: null });
    expect(await visit()).toBe(401);
  }
  expect((await open(unused)).status).toBe(401);
  expect((await open(await openIn(facts))).status).toBe(302);
});

test.concurrent('a role reaches the running workspace, and a person who left has no access', async () => {
  const facts = factsOf();
  const stub = stubOf(facts);
  const person = { accountId: facts.accountId, email };
  await bringOnline(facts);
  const opened = await open(await openIn(facts));
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const visit = async () => {
    const answer = await fetch(`${env.SANDBOX_URL}/ingress/ws-${facts.name}/`, { headers: { cookie } });
    return answer.status === 200 ? /, (\w+)<\/p>/.exec(await answer.text())?.[1] : answer.status;
  };
  expect(await visit()).toBe('operator');
  expect(await stub.setPerson({ ...person, role: 'billing', at: Date.now(), accountId: 'acc_eve' })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  expect(await stub.setPerson({ ...person, role: 'billing', at: Date.now() })).toEqual({
    ok: true,
    value: null,
  });
  expect(await visit()).toBe('billing');
  // Another delivery read this role before.
  expect(await stub.setPerson({ ...person, role: 'member', at: Date.now() - 1_000 })).toEqual({
    ok: true,
    value: null,
  });
  expect(await visit()).toBe('billing');
  const unused = await openIn(facts);
  const askedAt = Date.now();
  for (const _time of ['first', 'again']) {
    expect(await stub.setPerson({ ...person, role: null, at: Date.now() })).toEqual({
      ok: true,
      value: null,
    });
    expect(await visit()).toBe(401);
  }
  // The membership was read before the removal, and the call came after it.
  expect((await open(await openIn(facts, askedAt))).status).toBe(401);
  expect((await open(unused)).status).toBe(401);
  expect((await open(await openIn(facts))).status).toBe(302);
});

test.concurrent('a workspace accepts a sign-out and a role while it is not Online, and once it is deleted', async () => {
  const facts = factsOf();
  const stub = stubOf(facts);
  const person = { accountId: facts.accountId, email };
  const done = { ok: true, value: null };
  await sendFacts(facts);
  expect(await stub.signOut({ ...person, accountId: 'acc_eve' })).toMatchObject({ ok: false });
  expect(await stub.signOut(person)).toEqual(done);
  await bringOnline(facts);
  await advance(facts, 15 * DAY_MS);
  await viewWith(facts, { status: InstanceStatus.Stopped });
  // The outbox repeats a refused message, and would end sessions that began after the next start.
  expect(await stub.signOut(person)).toEqual(done);
  expect(await stub.setPerson({ ...person, role: null, at: Date.now() })).toEqual(done);
  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  expect(await stub.signOut(person)).toEqual(done);
  expect(await stub.setPerson({ ...person, role: null, at: Date.now() })).toEqual(done);
});
