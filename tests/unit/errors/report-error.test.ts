import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { SqlError } from '#db/sql-over-http.ts';

afterEach(() => vi.restoreAllMocks());

const secret = 'k7Qm'.repeat(8);

/** @returns the log lines of one report. */
function linesOf(error: unknown, url?: string): string[] {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  reportError(error, { reference: 'req_1', ...(url === undefined ? {} : { url }) });
  return log.mock.calls.map((call) => call.join(' '));
}

test('a failure logs one line of JSON with its reference and path', () => {
  const [line = '', ...more] = linesOf(new TypeError('broken'), 'https://weft.example/account');
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    reference: 'req_1',
    path: '/account',
    error: { name: 'TypeError', message: 'broken' },
  });
});

test('a failure of a use case names why the database was out of service', () => {
  const expired = new SqlError({ message: 'The database answered 401.', code: 'HTTP_401' });
  const [line = ''] = linesOf(new AppError('login_failed', { cause: new DatabaseUnavailable(expired) }));
  expect(JSON.parse(line).error.cause).toContain('The database answered 401.');
});

test('no line has the query, where links carry their secrets', () => {
  const [line = ''] = linesOf(
    new Error('broken'),
    `https://weft.example/magic-link?token=${secret}#${secret}`,
  );
  expect(JSON.parse(line).path).toBe('/magic-link');
  expect(line).not.toContain(secret);
});

test('a newline in an error adds no second line', () => {
  const forged = 'x\n{"level":"error","reference":"req_2"}\r\u0000\u001b[31m';
  const [line = '', ...more] = linesOf(new Error(forged, { cause: new Error(forged) }));
  expect(more).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that the line has none.
  expect(line).not.toMatch(/[\u0000-\u001f]/);
  expect(JSON.parse(line)).toMatchObject({ reference: 'req_1', error: { message: forged } });
});

test.each([
  ['a word', 'out of luck', 'out of luck'],
  ['nothing', undefined, 'undefined'],
  ['an object', { token: secret }, '[object Object]'],
])('reports a thrown value that is not an error: %s', (_, thrown, message) => {
  const [line = ''] = linesOf(thrown);
  expect(JSON.parse(line).error).toMatchObject({ name: 'NonError', message });
  expect(line).not.toContain(secret);
});
