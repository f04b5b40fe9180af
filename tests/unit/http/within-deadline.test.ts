import { expect, test } from 'vitest';
import { LATE, withinDeadline } from '#app/http/within-deadline.ts';

const browsers = { 'Sec-Fetch-Dest': 'document' };
const asked = (path: string, headers: Record<string, string> = browsers) =>
  new Request(`https://weft.example${path}`, { headers });
const never = new Promise<string>(() => {});

test('returns a part that arrives in time', async () => {
  expect(await withinDeadline(asked('/dashboard'), Promise.resolve('part'), 60_000)).toBe('part');
});

test('reports a part as late, and drops its later failure', async () => {
  expect(await withinDeadline(asked('/dashboard'), never, 1)).toBe(LATE);
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<string>((_, reject) => {
    fail = reject;
  });
  expect(await withinDeadline(asked('/dashboard'), failing, 1)).toBe(LATE);
  fail(new Error('too late to matter'));
});

test('a part that fails in time fails the page', async () => {
  const failed = Promise.reject(new Error('down'));
  await expect(withinDeadline(asked('/dashboard'), failed, 60_000)).rejects.toThrow('down');
});

test.each([
  ['an unknown browser', asked('/dashboard', {})],
  ['a browser without a script', asked('/dashboard?whole')],
])('%s waits for the whole page', async (_, request) => {
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve('part'), 20));
  expect(await withinDeadline(request, slow, 1)).toBe('part');
});
