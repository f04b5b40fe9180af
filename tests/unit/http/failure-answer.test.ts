import { expect, test } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';
import { errorForPage } from '#app/http/error-response.ts';
import { codeOfStatus, failureAnswer, withFailurePage } from '#app/http/failure-answer.ts';
import { en } from '#app/i18n/en/index.ts';
import { splitHeadline } from '#app/i18n/headline.ts';

const asked = { reference: 'req_1', nonce: 'n0nce' };
const asPerson = (path = '/manage') =>
  new Request(`https://weft.example${path}`, { headers: { Accept: 'text/html,*/*;q=0.8' } });
const asProgram = (path = '/manage') =>
  new Request(`https://weft.example${path}`, { headers: { Accept: '*/*' } });

/** One code per kind of failure. */
const kinds: ErrorCode[] = [
  'foreign_origin',
  'not_found',
  'method_not_allowed',
  'last_owner',
  'link_expired',
  'body_too_large',
  'too_many_attempts',
  'internal',
  'provider_unavailable',
];

test('covers each status with a page of its own', () => {
  expect(kinds.map((code) => errorCatalogue[code].status)).toEqual([
    403, 404, 405, 409, 410, 413, 429, 500, 503,
  ]);
});

test.each(kinds)(
  '%s is a self-contained page with its sentence, a home link and the reference',
  async (code) => {
    const answer = failureAnswer(asPerson(), new AppError(code, { retryAfterSeconds: 60 }), asked);
    expect(answer.status).toBe(errorCatalogue[code].status);
    expect(answer.headers.get('Retry-After')).toBe('60');
    const page = await answer.text();
    const [headline, rest] = splitHeadline(en.errors[code]);
    expect(page).toContain(`<h1>${headline}</h1>${rest === undefined ? '' : `<p>${rest}</p>`}`);
    expect(page).toContain(`<title>${headline} – Weft Cloud</title>`);
    expect(page).toContain('<a href="/">Back to the home page</a>');
    expect(page).toContain('<code>req_1</code>');
    expect(page).not.toMatch(/<script|<link|src=|@import|url\(/);
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'.*style-src 'nonce-n0nce'/,
    );
  },
);

/** Checks the parts of a flood's refusal that each kind of request gets. */
function answerFlood(request: Request): Response {
  const answer = failureAnswer(request, new AppError('too_many_attempts', { retryAfterSeconds: 60 }), asked);
  expect(answer.status).toBe(429);
  expect(answer.headers.get('Retry-After')).toBe('60');
  return answer;
}

test.each([asProgram(), asPerson('/api/instance')])(
  'a program gets the shape of the API',
  async (request) => {
    const answer = answerFlood(request);
    expect(await answer.json()).toEqual({ error: en.errors.too_many_attempts, code: 'too_many_attempts' });
  },
);

test.each(['GET', 'POST'])(
  'a script’s request gets the same content as the error page: %s',
  async (method) => {
    const request = new Request('https://weft.example/sign-out?_data=routes%2Fsign-out', { method });
    const answer = answerFlood(request);
    expect(answer.headers.has('X-Remix-Catch')).toBe(true);
    expect(await answer.json()).toEqual({
      code: 'too_many_attempts',
      error: en.errors.too_many_attempts,
      reference: 'req_1',
    });
  },
);

test('an error that is not an AppError reveals nothing', async () => {
  const answer = failureAnswer(asPerson(), new Error('password=hunter2'), asked);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('hunter2');
});

test.each([
  [true, { error: `${en.errors.provider_unavailable} ${en.layout.sendAgain}` }],
  [false, { error: en.errors.provider_unavailable, canReopen: true }],
])('tells the error page how to try again, by whether a form was posted: %s', async (isPost, expected) => {
  const answer = errorForPage(new AppError('provider_unavailable'), { reference: 'req_1', isPost });
  expect(await answer.json()).toEqual({ ...expected, code: 'provider_unavailable', reference: 'req_1' });
});

/** The response that Remix receives for an error thrown by a route without its own error page. */
function catchError(code: ErrorCode): Response {
  const response = errorForPage(new AppError(code, { retryAfterSeconds: 5 }), { reference: 'req_1' });
  response.headers.set('X-Remix-Catch', 'yes');
  return response;
}

test('a refused download is a page for a browser that follows its link', async () => {
  const answer = await withFailurePage(
    asPerson('/help/tickets/x/attachment'),
    catchError('attachment_not_found'),
    asked,
  );
  expect(answer.status).toBe(404);
  expect(answer.headers.get('Content-Type')).toContain('text/html');
  expect(answer.headers.get('Retry-After')).toBe('5');
  expect(await answer.text()).toContain(splitHeadline(en.errors.attachment_not_found)[0]);
});

test.each([
  ['a program', asProgram(), catchError('attachment_not_found')],
  ['a script', asPerson('/help?_data=routes%2Fhelp'), catchError('not_found')],
  [
    'a page of its own',
    asPerson(),
    new Response('<h1>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
  ],
  ['an answer of another type', asPerson(), new Response('a,b', { headers: { 'Content-Type': 'text/csv' } })],
])('%s keeps the answer', async (_, request, answer) => {
  expect(await withFailurePage(request, answer, asked)).toBe(answer);
});

test.each([
  new Response('Unexpected Server Error', { status: 500, headers: { 'Content-Type': 'text/plain' } }),
  new Response(null, { status: 500 }),
])('the last resort of Remix becomes a page', async (answer) => {
  const page = await withFailurePage(asPerson(), answer, asked);
  expect(page.status).toBe(500);
  expect(await page.text()).toContain('<code>req_1</code>');
});

test('Remix’s own refusals get the code of their status', () => {
  expect([400, 404, 405, 500].map(codeOfStatus)).toEqual([
    'malformed_body',
    'not_found',
    'method_not_allowed',
    'internal',
  ]);
});
