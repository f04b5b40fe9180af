import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { advance, bringOnline, DAY_MS, factsOf, sendFacts, stubOf, viewWith } from './support/workspace.ts';

function claimsOf(url: URL) {
  const [payload = ''] = (url.searchParams.get('token') ?? '').split('.');
  return JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)),
    ),
  );
}

test.concurrent('creates a sign-in link only while Online, for its own account, for one use', async () => {
  const facts = factsOf();
  const person = {
    accountId: facts.accountId,
    email: 'zoë@example.com',
    name: 'Zoë Lovelace',
    role: 'operator',
    path: '/workflow/new',
  } as const;
  const stub = stubOf(facts);
  expect(await stub.openLink(person)).toEqual({ ok: false, code: 'workspace_not_found' });
  await sendFacts(facts);
  expect(await stub.openLink(person)).toEqual({ ok: false, code: 'workspace_not_online' });
  await bringOnline(facts);
  await advance(facts, DAY_MS);
  await viewWith(facts, { status: 1 });
  expect(await stub.openLink({ ...person, accountId: 'acc_eve' })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });

  const link = await stub.openLink(person);
  if (!link.ok) throw new Error(link.code);
  const url = new URL(link.value.url);
  expect(url.origin + url.pathname).toBe(`http://${facts.name}.localhost:8787/weft/sign-in`);
  const claims = claimsOf(url);
  const { accountId: _, ...shown } = person;
  expect(claims).toMatchObject(shown);
  // Real time, although this workspace's clock is a day ahead.
  expect(Math.abs(claims.iat - Date.now())).toBeLessThan(60_000);
  expect(claims.exp - claims.iat).toBe(60_000);

  const open = (token: string) =>
    fetch(`${env.SANDBOX_URL}/ingress/ws-${facts.name}/weft/sign-in?token=${token}`, { redirect: 'manual' });
  const token = url.searchParams.get('token') ?? '';
  expect((await open(`${token.slice(0, -4)}AAAA`)).status).toBe(401);
  const opened = await open(token);
  expect(opened.status).toBe(302);
  expect(opened.headers.get('location')).toContain('workflow/new');
  expect((await open(token)).status).toBe(401);
});

test.concurrent.each([
  ['1.115.3', '/templates/My_Template-2/setup'],
  ['1.23.1', '/workflows/templates/My_Template-2'],
])(
  'opens a workspace of version %s at a template, and at its start page for an invalid one',
  async (version, path) => {
    const facts = factsOf();
    await bringOnline(facts, version);
    const person = {
      accountId: facts.accountId,
      email: 'zoë@example.com',
      name: 'Zoë Lovelace',
      role: 'owner',
    } as const;
    const linkTo = async (templateId: string) => {
      const link = await stubOf(facts).openLink({ ...person, templateId });
      if (!link.ok) throw new Error(link.code);
      return new URL(link.value.url);
    };
    const link = await linkTo('My_Template-2');
    expect(claimsOf(link).path).toBe(path);
    for (const bad of ['', '//evil.example', '../x', 'a b', 'x'.repeat(65), '%2F%2Fevil']) {
      expect(claimsOf(await linkTo(bad))).not.toHaveProperty('path');
    }

    const base = `${env.SANDBOX_URL}/ingress/ws-${facts.name}`;
    const opened = await fetch(`${base}/weft/sign-in${link.search}`, { redirect: 'manual' });
    expect(opened.headers.get('location')).toContain(path);
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const arrived = await fetch(base + path, { headers: { cookie } });
    expect([arrived.status, (await arrived.text()).includes('Template My_Template-2')]).toEqual([200, true]);
  },
);
