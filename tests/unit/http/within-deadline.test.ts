import { expect, test } from 'vitest';
import { LATE, withinDeadline } from '#app/http/within-deadline.ts';

const browsers = { 'Sec-Fetch-Dest': 'document' };
const asked = (path: string, headers: Record<string, string> = browsers) =>
  new Request(`https://weft.example${path}`, { headers });
const never = new Promise<string>(() => {});

test('a part that is there in time is the part', async () => {
  expect(await withinDeadline(asked('/dashboard'), Promise.resolve('part'), 60_000)).toBe('part');
});

test('a part that does not come is late, and its later failure is dropped', async () => {
  expect(await withinDeadline(asked('/dashboard'), never, 1)).toBe(LATE);
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<string>((_, reject) => {
    fail = reject;
  });
  expect(await withinDeadline(asked('/dashboard'), failing, 1)).toBe(LATE);
  fail(new Error('too late to matter'));
});

test('a part that fails in time fails the page as it always did', async () => {
  const failed = Promise.reject(new Error('down'));
  await expect(withinDeadline(asked('/dashboard'), failed, 60_000)).rejects.toThrow('down');
});

test.each([
  ['what is no browser', asked('/dashboard', {})],
  ['a browser without a script', asked('/dashboard?whole')],
])('%s waits for the whole page', async (_, request) => {
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve('part'), 20));
  expect(await withinDeadline(request, slow, 1)).toBe('part');
});
