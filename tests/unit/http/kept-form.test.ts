import { expect, test } from 'vitest';
import { PAGE_VIEWER } from '#app/domain/access/page-viewer.ts';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { keepForm, readKeptForm } from '#app/http/kept-form.ts';

const page = 'https://weft.example/account?dialog=email';

/** Posts a form whose person has to confirm their identity. @returns the cookie's pair; undefined without one. */
async function keep(input: Record<string, unknown> | null, { intent = 'change', headers = {} } = {}) {
  const unconfirmed = Object.assign(new AccessUnconfirmed(), { input });
  const body = new URLSearchParams({ intent });
  const [cookie] = await keepForm(new Request(page, { method: 'POST', body, headers }), unconfirmed, true);
  return cookie?.[1].split(';')[0];
}

const read = (cookie: string | undefined, address = page) =>
  readKeptForm(new Request(address, cookie === undefined ? {} : { headers: { Cookie: cookie } }), true);
const cookieOf = (text: string) => `__Host-kept-form=${encodeBase64Url(new TextEncoder().encode(text))}`;

test('a kept form is shown on its page, and on no other', async () => {
  const values = { email: 'Zoë@example.com', rows: [{ name: 'a' }] };
  const cookie = await keep(values);
  expect(read(cookie)).toEqual({ intent: 'change', values });
  expect(read(cookie, 'https://weft.example/account')).toBeNull();
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
  { path },
  { path, values: 'text' },
  { path, values: { email: 7 } },
  { path, values: { email: null } },
  { path, intent: 7, values: {} },
])('reads nothing of what the portal does not write', (value) => {
  expect(read(cookieOf(JSON.stringify(value)))).toBeNull();
});

test('reads no lists within thousands of lists', () => {
  const deep = '['.repeat(9_000) + ']'.repeat(9_000);
  expect(read(cookieOf(`{"path":"${path}","values":{"a":${deep}}}`))).toBeNull();
});

test('reads nothing of no JSON, and of no base64url', () => {
  expect([read('__Host-kept-form=bm8'), read('__Host-kept-form=!'), read(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});
