import { expect, test } from 'vitest';
import { createRouter } from '#app/api/plumbing/router.ts';
import { getHumanCheck } from '#app/api/portal.ts';
import { writeApiToken } from '#app/domain/access/api-token.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { failureAnswer } from '#app/http/failure-answer.ts';
import { readApiToken } from '#app/http/session-token.ts';
import { redirectToHttps } from '#workers/require-https.ts';
import { testContext } from './request-context.ts';

const token = writeApiToken('a'.repeat(43));
const asked = { reference: 'req_1', nonce: 'n0nce' };

const ask = (path: string, protocol = 'https') =>
  new Request(`${protocol}://weft.example${path}`, {
    headers: { Accept: 'text/html', Authorization: `Bearer ${token}` },
  });

/** Addresses that the API answers, as no client should spell them. */
const calls = [
  '/api',
  '/api/',
  '/api/instance',
  '/API/instance',
  '/Api/Instance/',
  '/%61pi/instance',
  '/%41PI/instance//',
  '/aPi/no-such-call',
  '/api/docs/more',
];

/** Addresses of pages; the API's reference is one. */
const pages = [
  '/',
  '/manage',
  '/apiary',
  '/manage/api/instance',
  '/api%2Finstance',
  '/api/docs',
  '/API/docs/',
  '/%61pi/D%6Fcs',
];

test.each(calls)('%s follows the rules of the API everywhere', async (path) => {
  expect(await createRouter([getHumanCheck])(ask(path), testContext({}))).not.toBeNull();
  expect(readApiToken(ask(path))).toBe(token);
  expect(redirectToHttps(ask(path, 'http'))?.status).toBe(403);
  for (const query of ['', '?_data=root']) {
    const answer = failureAnswer(ask(path + query), new AppError('internal'), asked);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(answer.headers.has('X-Remix-Catch')).toBe(false);
  }
});

test.each(pages)('%s follows the rules of a page everywhere', async (path) => {
  expect(await createRouter([getHumanCheck])(ask(path), testContext({}))).toBeNull();
  expect(readApiToken(ask(path))).toBe('malformed');
  expect(redirectToHttps(ask(path, 'http'))?.status).toBe(308);
  expect(failureAnswer(ask(path), new AppError('internal'), asked).headers.get('Content-Type')).toContain(
    'text/html',
  );
  const data = failureAnswer(ask(`${path}?_data=root`), new AppError('internal'), asked);
  expect(data.headers.get('X-Remix-Catch')).toBe('yes');
});
