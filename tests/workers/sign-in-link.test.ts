import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { advance, bringOnline, DAY_MS, factsOf, stubOf, tell, viewWith } from './support/workspace.ts';

test.concurrent('a sign-in link is made only while Online, for its own account, and the workspace takes it once', async () => {
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
  await tell(facts);
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
  const [payload = ''] = (url.searchParams.get('token') ?? '').split('.');
  const claims = JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)),
    ),
  );
  const { accountId: _, ...shown } = person;
  expect(claims).toMatchObject(shown);
  // Real time, though this workspace lives a day ahead.
  expect(Math.abs(claims.exp - Date.now() - 60_000)).toBeLessThan(5_000);

  const open = (token: string) =>
    fetch(`${env.SANDBOX_URL}/ingress/ws-${facts.name}/weft/sign-in?token=${token}`, { redirect: 'manual' });
  const token = url.searchParams.get('token') ?? '';
  expect((await open(`${token.slice(0, -4)}AAAA`)).status).toBe(401);
  const opened = await open(token);
  expect(opened.status).toBe(302);
  expect(opened.headers.get('location')).toContain('workflow/new');
  expect((await open(token)).status).toBe(401);
});
