import { expect, test } from 'vitest';
import { readFlags } from '#app/http/flags.ts';
import { testContext, testViewer } from './request-context.ts';

test.each([
  ['the viewer cannot be read', () => Promise.reject(new Error('no database'))],
  [
    'an override is broken',
    async () => ({
      kind: 'signed-in' as const,
      viewer: testViewer({ flagOverrides: { page_analytics: '{' } }),
    }),
  ],
])('when %s the flags are empty, and it is reported', async (_, viewer) => {
  const context = testContext({ configuredFlags: { page_analytics: true }, viewer });
  expect(await readFlags(context)).toEqual({});
  expect(context.reported).toHaveLength(1);
});
