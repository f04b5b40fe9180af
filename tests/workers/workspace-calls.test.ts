import { env } from 'cloudflare:workers';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { workspaceKey } from '#app/crypto/workspace-key.ts';
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

const REFUSED = { ok: false, code: 'signature_invalid' };
const email = 'zoë@example.com';

type Facts = ReturnType<typeof factsOf>;

async function tokenOf(facts: Facts, changes: Record<string, unknown> = {}, signedAs = facts) {
  const claims = {
    purpose: 'login-code',
    workspace: facts.name,
    email,
    exp: Date.now() + 30_000,
    ...changes,
  };
  const key = await workspaceKey(env.WORKSPACE_MASTER_KEY, signedAs.workspaceId, 'sign-in');
  return sign(JSON.stringify(claims), key);
}

function sign(text: string, key: string): string {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}

test.concurrent("a workspace's token names its people, with its own key and in real time", async () => {
  const facts = factsOf();
  const stub = stubOf(facts);
  expect(await stub.verifyCall(await tokenOf(facts))).toEqual(REFUSED);
  await sendFacts(facts);
  await advance(facts, DAY_MS);
  expect(await stub.verifyCall(await tokenOf(facts))).toEqual({
    ok: true,
    value: { accountId: facts.accountId, email },
  });
});

test.concurrent('refuses any invalid token', async () => {
  const [facts, other] = [factsOf(), factsOf()];
  await sendFacts(facts);
  const key = await workspaceKey(env.WORKSPACE_MASTER_KEY, facts.workspaceId, 'sign-in');
  const good = await tokenOf(facts);
  const [payload = '', signature = ''] = good.split('.');
  const [otherPayload = ''] = (await tokenOf(facts, { email: 'eve@example.com' })).split('.');
  const bad: Record<string, string> = {
    'signed by another workspace': await tokenOf(facts, {}, other),
    'about another workspace': await tokenOf(facts, { workspace: other.name }),
    'for something else': await tokenOf(facts, { purpose: 'usage' }),
    'a sign-in link': await tokenOf(facts, { purpose: undefined, jti: 'x', name: 'Zoë', role: 'owner' }),
    expired: await tokenOf(facts, { exp: Date.now() - 1 }),
    'good for too long': await tokenOf(facts, { exp: Date.now() + 65_000 }),
    'good for ever': await tokenOf(facts, { exp: null }),
    'with a time that is a text': await tokenOf(facts, { exp: String(Date.now() + 30_000) }),
    'for nobody': await tokenOf(facts, { email: undefined }),
    'for an empty e-mail': await tokenOf(facts, { email: '' }),
    'for several': await tokenOf(facts, { email: [email] }),
    'for an e-mail that is too long': await tokenOf(facts, { email: `${'a'.repeat(250)}@b.cd` }),
    'too long': await tokenOf(facts, { padding: 'x'.repeat(4_096) }),
    'with claims that were changed': `${otherPayload}.${signature}`,
    'with a signature cut short': `${payload}.${signature.slice(0, -4)}`,
    'without a signature': payload,
    'with an empty signature': `${payload}.`,
    'with a third part': `${good}.${signature}`,
    'no base64url': `${payload}.${signature.slice(0, -1)}*`,
    'no JSON': sign('{', key),
    'no object': sign('null', key),
    'no UTF-8': (() => {
      const raw = Buffer.from([0xff, 0xfe]).toString('base64url');
      return `${raw}.${createHmac('sha256', key).update(raw).digest('base64url')}`;
    })(),
    garbage: '%%%',
    empty: '',
  };
  for (const [what, token] of Object.entries(bad)) {
    expect(await stubOf(facts).verifyCall(token), what).toEqual(REFUSED);
  }
  expect(await stubOf(facts).verifyCall(good)).toMatchObject({ ok: true });
});

async function openIn(facts: Facts): Promise<string> {
  const { accountId } = facts;
  const link = unwrap(await stubOf(facts).openLink({ accountId, email, name: 'Zoë', role: 'operator' }));
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
  expect(await stub.setPerson({ ...person, role: 'billing', accountId: 'acc_eve' })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  expect(await stub.setPerson({ ...person, role: 'billing' })).toEqual({ ok: true, value: null });
  expect(await visit()).toBe('billing');
  const unused = await openIn(facts);
  for (const _time of ['first', 'again']) {
    expect(await stub.setPerson({ ...person, role: null })).toEqual({ ok: true, value: null });
    expect(await visit()).toBe(401);
  }
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
  expect(await stub.setPerson({ ...person, role: null })).toEqual(done);
  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  expect(await stub.signOut(person)).toEqual(done);
  expect(await stub.setPerson({ ...person, role: null })).toEqual(done);
  expect(await stub.verifyCall(await tokenOf(facts))).toEqual(REFUSED);
});
