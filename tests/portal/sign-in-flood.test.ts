import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { errors } from '#app/i18n/en/errors.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '../support/portal-client.ts';
import { startTestStack } from '../support/test-stack.ts';

const ADDRESSES = 300;
const AT_ONCE = 50;
/** The most hashes that wait or run at a time. */
const QUEUED = 16;

/** This file's own stack: its passwords cost what they cost in production. */
let stack: Stack;
beforeAll(async () => {
  stack = await startTestStack({ variables: { PASSWORD_HASH_COST: String(PASSWORD_HASH_COST) } });
}, 120_000);
afterAll(() => stack?.stop());

test('a flood of sign-ins from 300 addresses starves no page; beyond the queue a sign-in keeps what was typed', async () => {
  const answers: Array<{ status: number; retryAfter: string | null; code: string }> = [];
  let isOver = false;
  let next = 0;
  async function signInInTurn(): Promise<void> {
    for (let number = next; number < ADDRESSES; number = next) {
      next += 1;
      const response = await new PortalClient(stack).request('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ login: `nobody-${number}`, password: 'a guess' }),
      });
      const { code } = (await response.json()) as { code: string };
      answers.push({ status: response.status, retryAfter: response.headers.get('Retry-After'), code });
    }
  }
  const flood = Promise.all(Array.from({ length: AT_ONCE }, signInInTurn)).finally(() => {
    isOver = true;
  });
  /** Posts the form, as another person each time, until the queue is full. */
  async function postUntilBusy(): Promise<{ login: string; form: Response }> {
    for (let number = 0; ; number += 1) {
      const login = `typed name ${number}`;
      const form = await new PortalClient(stack).post('/login', { login, password: 'typed secret' });
      if (form.status === 503) return { login, form };
      if (isOver) throw new Error('The queue was never full.');
    }
  }
  const busy = postUntilBusy();
  const visitor = new PortalClient(stack);
  let pages = 0;
  for (; !isOver; pages += 1) expect((await visitor.get('/login')).status).toBe(200);
  await flood;

  expect(answers).toHaveLength(ADDRESSES);
  const checked = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status !== 401);
  expect(checked.length).toBeGreaterThanOrEqual(QUEUED);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused)
    expect(answer).toEqual({ status: 503, retryAfter: '3', code: 'passwords_busy' });
  // One visitor, one page after the other: pages take their turn between hashes rather than after them.
  expect(pages).toBeGreaterThan(checked.length);
  const { login, form } = await busy;
  expect(form.headers.get('Retry-After')).toBe('3');
  const page = await form.text();
  expect(page).toContain(errors.passwords_busy);
  expect(page).toContain(`value="${login}"`);
  expect(page).not.toContain('typed secret');
});
