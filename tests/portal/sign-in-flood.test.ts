import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { errors } from '#app/i18n/en/errors.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '../support/portal-client.ts';
import { startTestStack } from '../support/test-stack.ts';

const ADDRESSES = 1_000;
const AT_ONCE = 50;
/** The most hashes that wait or run at a time. */
const QUEUED = 16;

/** This file's own stack: its passwords cost what they cost in production. */
let stack: Stack;
beforeAll(async () => {
  stack = await startTestStack({ variables: { PASSWORD_HASH_COST: String(PASSWORD_HASH_COST) } });
}, 120_000);
afterAll(() => stack?.stop());

test('a flood of sign-ins from 1,000 addresses starves no page; beyond the queue a sign-in keeps what was typed', async () => {
  const answers: Array<{ status: number; retryAfter: string | null; code: string }> = [];
  let isOver = false;
  async function signInInTurn(first: number): Promise<void> {
    for (let number = first; number < ADDRESSES; number += AT_ONCE) {
      const response = await new PortalClient(stack).request('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ login: `nobody-${number}`, password: 'a guess' }),
      });
      const { code } = (await response.json()) as { code: string };
      answers.push({ status: response.status, retryAfter: response.headers.get('Retry-After'), code });
    }
  }
  const flood = Promise.all(Array.from({ length: AT_ONCE }, (_, first) => signInInTurn(first))).finally(
    () => {
      isOver = true;
    },
  );
  let pages = 0;
  const visitor = new PortalClient(stack);
  const busyForms: string[] = [];
  while (!isOver) {
    expect((await visitor.get('/login')).status).toBe(200);
    pages += 1;
    if (busyForms.length > 0) continue;
    const form = await new PortalClient(stack).post('/login', {
      login: 'typed name',
      password: 'typed secret',
    });
    if (form.status !== 503) continue;
    expect(form.headers.get('Retry-After')).toBe('3');
    busyForms.push(await form.text());
  }
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
  expect(busyForms).toHaveLength(1);
  expect(busyForms[0]).toContain(errors.passwords_busy);
  expect(busyForms[0]).toContain('value="typed name"');
  expect(busyForms[0]).not.toContain('typed secret');
});
