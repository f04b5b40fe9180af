import { expect, test } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { errorForPage, errorResponse, failureOf } from '#app/http/error-response.ts';

const down = new DatabaseUnavailable(new TypeError('fetch failed'));

test.each([
  ['a database that does not answer', down, 'provider_unavailable', 503, '10'],
  [
    'a query that it kept from running',
    new Error('query', { cause: down }),
    'provider_unavailable',
    503,
    '10',
  ],
  [
    'an error with its own sentence',
    new AppError('login_failed', { cause: down }),
    'login_failed',
    503,
    '10',
  ],
  ['a refusal', new AppError('forbidden', { cause: down }), 'forbidden', 403, null],
  [
    'a failure of another kind',
    new AppError('login_failed', { cause: new Error() }),
    'login_failed',
    500,
    null,
  ],
  ['anything else', new TypeError('x is undefined'), 'internal', 500, null],
  ['a value that is not an error', 'a string', 'internal', 500, null],
])('reports %s as %3$s %4$d', async (_what, error, code, status, retryAfter) => {
  for (const answer of [errorResponse(error), errorForPage(failureOf(error), { reference: 'req_1' })]) {
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, retryAfter]);
    const body = await answer.text();
    expect(JSON.parse(body)).toMatchObject({ code });
    expect(body).not.toContain('fetch failed');
  }
});
