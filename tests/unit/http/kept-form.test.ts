import { expect, test } from 'vitest';
import { PAGE_VIEWER } from '#app/domain/access/page-viewer.ts';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { keepForm, readKeptForm } from '#app/http/kept-form.ts';

const page = 'https://weft.example/account?dialog=email';
const ada = 'ada acc_1';

/** Posts a form whose person has to confirm their identity. @returns the cookie's pair; undefined without one. */
async function keep(input: Record<string, unknown> | null, { intent = 'change', headers = {} } = {}) {
  const unconfirmed = Object.assign(new AccessUnconfirmed(), { input });
  const body = new URLSearchParams({ intent });
  const [cookie] = await keepForm(
    new Request(page, { method: 'POST', body, headers }),
    unconfirmed,
    ada,
    true,
  );
  return cookie?.[1].split(';')[0];
}

const read = (cookie: string | undefined, address = page, viewer: string | null = ada) =>
  readKeptForm(
    new Request(address, cookie === undefined ? {} : { headers: { Cookie: cookie } }),
    viewer,
    true,
  );
const cookieOf = (text: string) => `__Host-kept-form=${encodeBase64Url(new TextEncoder().encode(text))}`;

test('a kept form is shown on its page, and on no other', async () => {
  const values = { email: 'Zoë@example.com', rows: [{ name: 'a' }] };
  const cookie = await keep(values);
  expect(read(cookie)).toEqual({ intent: 'change', values });
  expect(read(cookie, 'https://weft.example/account')).toBeNull();
});

test('a kept form is shown only to its person, in its account', async () => {
  const cookie = await keep({ email: 'a@example.com' });
  for (const other of ['ada acc_2', 'grace acc_1', null]) expect(read(cookie, page, other)).toBeNull();
});

test('a script keeps its own form, and a form without input or with too much is not kept', async () => {
  expect(await keep({ email: 'a' }, { headers: { [PAGE_VIEWER]: 'ada acc_1' } })).toBeUndefined();
  expect(await keep(null)).toBeUndefined();
  expect(await keep({ body: 'x'.repeat(2_600) })).toBeUndefined();
  expect(read(await keep({ body: 'x'.repeat(2_400) }))).toMatchObject({ intent: 'change' });
});

const path = '/account?dialog=email';

test.each([
  null,
  'text',
  [],
  { path, values: {} },
  { path, viewer: ada },
  { path, viewer: ada, values: 'text' },
  { path, viewer: ada, values: { email: 7 } },
  { path, viewer: ada, values: { email: null } },
  { path, viewer: ada, intent: 7, values: {} },
])('ignores values that the portal does not write: %j', (value) => {
  expect(read(cookieOf(JSON.stringify(value)))).toBeNull();
});

test('ignores a cookie that is longer than the portal writes', () => {
  const values = { a: 'x'.repeat(4_000) };
  expect(read(cookieOf(JSON.stringify({ path, viewer: ada, values })))).toBeNull();
});

test('ignores a cookie that is not base64url or not JSON', () => {
  expect([read('__Host-kept-form=bm8'), read('__Host-kept-form=!'), read(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});
