import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { errors } from '#app/i18n/en/errors.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '../support/portal-client.ts';
import { startTestStack } from '../support/test-stack.ts';

const ADDRESSES = 300;
/** Maximum number of hashes that wait or run. */
const QUEUED = 16;
/** Enough to fill the queue and be refused beyond it. More at once would only load the Worker with refusals, for minutes on a busy machine. */
const AT_ONCE = QUEUED + 4;
/** A refused sender waits briefly: those beyond the queue would otherwise do nothing but be refused, thousands of times. */
const REFUSED_PAUSE_MS = 50;
/** Pages loaded during the flood, once the queue is full. */
const PAGES = 12;

/** A separate stack, whose password hashes cost as much as in production. */
let stack: Stack;
beforeAll(async () => {
  stack = await startTestStack({
    isDirect: true,
    variables: { PASSWORD_HASH_COST: String(PASSWORD_HASH_COST) },
  });
}, 120_000);
afterAll(() => stack?.stop());

test('a flood of sign-ins from 300 addresses starves no page; beyond the queue a sign-in keeps its input', async () => {
  const answers: Array<{ status: number; retryAfter: string | null; code: string }> = [];
  const checked = () => answers.filter(({ status }) => status === 401).length;
  let isOver = false;
  let next = 0;
  async function signInInTurn(): Promise<void> {
    // Continues until the checks are over: a flood that ends early would prove nothing.
    for (let number = next; number < ADDRESSES || !isOver; number = next) {
      next += 1;
      const response = await new PortalClient(stack).request('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ login: `nobody-${number}`, password: 'a guess' }),
      });
      const { code } = (await response.json()) as { code: string };
      answers.push({ status: response.status, retryAfter: response.headers.get('Retry-After'), code });
      if (response.status === 503) await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS));
    }
  }
  /** Posts the form as a different person each time, until the queue is full. */
  async function postUntilBusy(): Promise<{ login: string; form: Response }> {
    for (let number = 0; ; number += 1) {
      const login = `typed name ${number}`;
      const form = await new PortalClient(stack).post('/login', { login, password: 'typed secret' });
      if (form.status === 503) return { login, form };
    }
  }
  /** @returns the number of passwords checked during each page load. */
  async function readPages(): Promise<number[]> {
    const visitor = new PortalClient(stack);
    const waits: number[] = [];
    while (waits.length < PAGES) {
      const before = checked();
      expect((await visitor.get('/login')).status).toBe(200);
      waits.push(checked() - before);
    }
    return waits;
  }
  const flood = Promise.all(Array.from({ length: AT_ONCE }, signInInTurn));
  async function meetFullQueue() {
    const refused = await postUntilBusy();
    return { ...refused, waits: await readPages() };
  }
  const { login, form, waits } = await meetFullQueue().finally(() => {
    isOver = true;
  });
  await flood;

  expect(answers.length).toBeGreaterThanOrEqual(ADDRESSES);
  const refused = answers.filter(({ status }) => status !== 401);
  expect(checked()).toBeGreaterThanOrEqual(QUEUED);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused)
    expect(answer).toEqual({ status: 503, retryAfter: '3', code: 'passwords_busy' });
  // Pages are served between hashes, not after the whole queue.
  expect(waits.toSorted((one, other) => one - other)[PAGES / 2]).toBeLessThan(QUEUED / 2);
  expect(form.headers.get('Retry-After')).toBe('3');
  const page = await form.text();
  expect(page).toContain(errors.passwords_busy);
  expect(page).toContain(`value="${login}"`);
  expect(page).not.toContain('typed secret');
});
