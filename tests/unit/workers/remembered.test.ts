import { expect, test } from 'vitest';
import { presumedBehind } from '#workers/gateway/remembered.ts';

const path = (name: string) => `ada/webhook/${name}`;

test('a forwarded webhook of a path that is not presumed behind pushes out no path that is', () => {
  presumedBehind.add(path('orders'));
  for (let other = 0; other < 1_000; other += 1) presumedBehind.forget(path(`made-up-${other}`));
  expect(presumedBehind.has(path('orders'))).toBe(true);
  presumedBehind.forget(path('orders'));
  expect(presumedBehind.has(path('orders'))).toBe(false);
});

test('paths beyond the length of n8n’s own are not remembered, since all workspaces share the memory', () => {
  presumedBehind.add(path('x'.repeat(500)));
  expect(presumedBehind.has(path('x'.repeat(500)))).toBe(true);
  presumedBehind.add(path('x'.repeat(600)));
  expect(presumedBehind.has(path('x'.repeat(600)))).toBe(false);
});
