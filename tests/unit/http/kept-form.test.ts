import { expect, test } from 'vitest';
import { z } from 'zod';
import { PAGE_VIEWER } from '#app/domain/access/page-viewer.ts';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { defineForm, readForm } from '#app/http/forms.ts';
import { keepForm, readKeptForm } from '#app/http/kept-form.ts';

const page = 'https://weft.example/account?dialog=email';
const ada = 'ada acc_1';
const text = z.string().optional();
const form = defineForm(
  z.object({ email: text, body: text, password: text, rows: z.array(z.object({ name: text })).max(2) }),
  { secrets: ['password'] },
);

/** Parses a posted form whose person then has to confirm their identity. @returns the cookie's pair; undefined without one. */
async function keep(
  fields: Record<string, string> | null,
  { intent = 'change', headers = {}, address = page } = {},
) {
  const body = new URLSearchParams({ intent, ...fields });
  const request = new Request(address, { method: 'POST', body, headers });
  const posted = await readForm(request);
  if (fields) posted.parse(form);
  const [cookie] = keepForm(request, ada, true);
  return cookie?.[1].split(';')[0];
}

const read = (cookie: string | undefined, address = page, viewer: string | null = ada) =>
  readKeptForm(
    new Request(address, cookie === undefined ? {} : { headers: { Cookie: cookie } }),
    viewer,
    true,
  );
const cookieOf = (text: string) => `__Host-kept-form=${encodeBase64Url(new TextEncoder().encode(text))}`;

test('a kept form is shown on its page without its secrets, and on no other', async () => {
  const cookie = await keep({
    email: 'Zoë@example.com',
    'rows[0].name': 'a',
    password: 'secret',
    other: 'x',
  });
  const values = { email: 'Zoë@example.com', rows: [{ name: 'a' }] };
  expect(read(cookie)).toEqual({ intent: 'change', values });
  expect(read(cookie, 'https://weft.example/account')).toBeNull();
});

test('a kept form is shown on a page whose query has dots, which the return path escapes', async () => {
  const fields = { email: 'a@example.com' };
  const cookie = await keep(fields, { address: 'https://weft.example/account?before=1.a' });
  expect(read(cookie, 'https://weft.example/account?before=1%2Ea')).toEqual({
    intent: 'change',
    values: fields,
  });
});

test('a kept form is shown only to its person, in its account', async () => {
  const cookie = await keep({ email: 'a@example.com' });
  for (const other of ['ada acc_2', 'grace acc_1', null]) expect(read(cookie, page, other)).toBeNull();
});

test('a script keeps its own form, and a form without fields or with too much is not kept', async () => {
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
