import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { defineForm, type Form, parseForm, readForm, rejectForm } from '#app/http/forms.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { hostileEntries, multipartOf } from '../../support/hostile-form.ts';

const forms: Array<[string, Form<z.ZodType>]> = Object.entries(portalForms);

function postForm(body: BodyInit, type?: string): Request {
  const headers = new Headers(type === undefined ? {} : { 'Content-Type': type });
  return new Request('https://weft.example/', { method: 'POST', body, headers });
}

const postUrlencoded = (...entries: Array<[string, string]>) => postForm(new URLSearchParams(entries));

/** @returns the names of a form's fields as conform nests them, with `[]` for each index. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    // A list of texts posts its bare name; a row without text is undefined.
    return value
      .filter((item) => item !== undefined)
      .flatMap((item) => pathsIn(item, typeof item === 'object' ? `${path}[]` : path));
  }
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => pathsIn(part, path === '' ? key : `${path}.${key}`));
}

test.for(forms)('%s answers any hostile form with its own fields, or with an AppError', async ([, form]) => {
  const entries = hostileEntries([...form.fields.keys()]);
  await fc.assert(
    fc.asyncProperty(entries, fc.boolean(), async (fields, isMultipart) => {
      const body = isMultipart ? multipartOf(fields) : undefined;
      const request = body
        ? postForm(body.bytes, body.type)
        : postUrlencoded(...fields.map(({ name, value }): [string, string] => [name, value]));
      const sentBytes = (await request.clone().arrayBuffer()).byteLength;
      const submission = await parseForm(request, form).catch((error: unknown) => error);
      if (submission instanceof AppError) {
        expect(submission.status).toBeLessThan(500);
        return;
      }
      if (submission instanceof Error) throw submission;
      const { reply } = submission as Awaited<ReturnType<typeof parseForm>>;
      const result = reply({ formErrors: ['errors.invalid_form'] });
      const names = pathsIn(result.initialValue ?? {});
      for (const name of names) expect([...form.fields.keys()]).toContain(name);
      for (const secret of form.secrets) expect(names).not.toContain(secret);
      for (const name of result.fields ?? []) {
        expect([...form.fields.keys()]).toContain(name.replace(/\[\d+\]/g, '[]'));
      }
      expect(Object.getPrototypeOf(result.initialValue ?? {})).toBe(Object.prototype);
      expect(JSON.stringify(result).length).toBeLessThan(4 * sentBytes + 4_096);
    }),
    { numRuns: 100 },
  );
});

const list = defineForm(
  z.object({ rows: z.array(z.object({ email: z.string() })).max(3), tags: z.array(z.string()).max(2) }),
);
const codeOf = (request: Request, form: Form<z.ZodType> = list) =>
  parseForm(request, form).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

test.for<[string, [string, string][], string | null]>([
  ['a field that no form has', [['a[10000000]', 'x']], null],
  ['a path 5,000 deep', [['a.'.repeat(5_000), 'x']], 'malformed_body'],
  [
    'a text field twice',
    [
      ['login', 'a'],
      ['login', 'b'],
    ],
    'malformed_body',
  ],
  [
    'a form nested twice',
    [
      ['intent', 'a'],
      ['intent', 'b'],
    ],
    'malformed_body',
  ],
  ['a thousand fields', Array.from({ length: 1_001 }, (): [string, string] => ['x', '']), 'body_too_large'],
  ['a text of 33,000 characters', [['login', 'x'.repeat(33_000)]], 'body_too_large'],
  ['an intent that is null', [['__intent__', 'null']], 'malformed_body'],
  ['an intent that is a list', [['__intent__', '[]']], 'malformed_body'],
  ['an intent that is not JSON', [['__intent__', '{']], 'malformed_body'],
  ['an unknown intent', [['__intent__', '{"type":"explode","payload":{}}']], 'malformed_body'],
  [
    'an intent that sets a value',
    [['__intent__', '{"type":"update","payload":{"value":1}}']],
    'malformed_body',
  ],
  ['a state', [['__state__', '{}']], 'malformed_body'],
])('signing in with %s', async ([, entries, code]) => {
  expect(await codeOf(postUrlencoded(...entries), portalForms.signIn)).toBe(code);
});

test.for<[string, [string, string][], string | null]>([
  ['the maximum number of rows', [0, 1, 2].map((at) => [`rows[${at}].email`, 'x']), null],
  ['one row too many, which the schema refuses', [0, 1, 2, 3].map((at) => [`rows[${at}].email`, 'x']), null],
  ['two rows too many', [0, 1, 2, 3, 4].map((at) => [`rows[${at}].email`, 'x']), 'malformed_body'],
  ['a gap in the rows', [['rows[1].email', 'x']], 'malformed_body'],
  ['a row far away', [['rows[9999].email', 'x']], 'malformed_body'],
  ['a row without a number', [['rows[].email', 'x']], null],
  ['a row with a leading zero', [['rows[00].email', 'x']], null],
  ['one value too many, which the schema refuses', [1, 2, 3].map(() => ['tags', 'x']), null],
  ['two values too many', [1, 2, 3, 4].map(() => ['tags', 'x']), 'malformed_body'],
  [
    'a row of another list',
    [['__intent__', '{"type":"insert","payload":{"name":"tags"}}']],
    'malformed_body',
  ],
  [
    'a field that a row does not have',
    [['__intent__', '{"type":"insert","payload":{"name":"rows","defaultValue":{"isAdmin":"on"}}}']],
    'malformed_body',
  ],
  [
    'a row to remove far away',
    [['__intent__', '{"type":"remove","payload":{"name":"rows","index":9}}']],
    'malformed_body',
  ],
])('a list with %s', async ([, entries, code]) => {
  expect(await codeOf(postUrlencoded(...entries))).toBe(code);
});

test('a row is added and removed by the buttons of the list', async () => {
  const intent = (value: object): [string, string] => ['__intent__', JSON.stringify(value)];
  const rows: [string, string][] = [
    ['rows[0].email', 'a'],
    ['rows[1].email', 'b'],
  ];
  const removed = await parseForm(
    postUrlencoded(...rows, intent({ type: 'remove', payload: { name: 'rows', index: 0 } })),
    list,
  );
  expect(removed.reply().initialValue).toEqual({ rows: [{ email: 'b' }] });
  const inserted = await parseForm(
    postUrlencoded(
      ...rows,
      intent({ type: 'insert', payload: { name: 'rows', defaultValue: { email: 'c' } } }),
    ),
    list,
  );
  expect(inserted.status).toBeUndefined();
  expect(inserted.reply().initialValue).toEqual({ rows: [{ email: 'a' }, { email: 'b' }, { email: 'c' }] });
});

test('a file instead of text is malformed, and text instead of a file is passed on', async () => {
  const form = new FormData();
  form.append('subject', new File(['x'], 'x.txt'));
  expect(await codeOf(postForm(form), portalForms.ticket)).toBe('malformed_body');
  const ticket = await readForm(postUrlencoded(['attachment', 'x']));
  expect(ticket.file(portalForms.ticket)).toBe('x');
});

test('the reply repeats typed values without secrets', async () => {
  const submission = await parseForm(
    postUrlencoded(['login', 'ada'], ['password', ''], ['x', 'y']),
    portalForms.signIn,
  );
  expect(await rejectForm(submission).json()).toMatchObject({
    initialValue: { login: 'ada' },
    fields: ['login', 'password'],
  });
  const wrong = await parseForm(
    postUrlencoded(['login', ''], ['password', 'correct horse']),
    portalForms.signIn,
  );
  expect(JSON.stringify(await rejectForm(wrong).json())).not.toContain('correct horse');
});

test('the reply omits text that would grow many times on a page', async () => {
  const ticket = (body: string) => parseForm(postUrlencoded(['body', body]), portalForms.ticket);
  expect((await ticket('<'.repeat(200))).reply().initialValue).toEqual({});
  const report = 'When I press "Save", the page says: <Error & nothing else>. '.repeat(50);
  expect((await ticket(report)).reply().initialValue).toEqual({ body: report });
});

const wrongTexts = [
  '',
  ' ',
  'x',
  'not an address',
  'a@b',
  'Müller & Söhne',
  '-',
  '-1',
  '1e9',
  'x'.repeat(400),
  '\u0000\n',
];

test.for(forms)('%s reports each error of a field once', async ([, form]) => {
  for (const text of wrongTexts) {
    const entries = [...form.fields.keys()].map((name): [string, string] => [
      name.replaceAll('[]', '[0]'),
      text,
    ]);
    const submission = await parseForm(postUrlencoded(...entries), form);
    for (const [name, errors] of Object.entries(submission.reply().error ?? {})) {
      expect(errors, `${name}: ${text}`).toEqual([...new Set(errors)]);
    }
  }
});

test('the reply to hundreds of wrong values contains the first errors', async () => {
  const apps = Array.from({ length: 500 }, (): [string, string] => ['apps', '']);
  const submission = await parseForm(postUrlencoded(...apps), portalForms.selectedApps);
  expect(Object.keys(submission.reply().error ?? {})).toHaveLength(50);
});

/** Named like secrets, but these fields hold no secret of the person who posts them. */
const openNames = ['tokenId'];

test('every field with the name of a secret is declared secret', () => {
  for (const [, { fields, secrets }] of forms) {
    const received = [...fields.keys()].filter((name) =>
      /password|secret|token|humanCheck|otp|recovery/i.test(name),
    );
    for (const name of received) if (!openNames.includes(name)) expect(secrets).toContain(name);
  }
});

test.for<[string, z.ZodType]>([
  ['a list without a maximum', z.object({ tags: z.array(z.string()) })],
  ['a map of names to values', z.object({ settings: z.record(z.string(), z.string()) })],
  ['an open object', z.object({ settings: z.looseObject({ a: z.string() }) })],
  ['a field of any type', z.object({ settings: z.unknown() })],
])('a schema with %s cannot define a form', ([, schema]) => {
  expect(() => defineForm(schema).fields).toThrow();
});
