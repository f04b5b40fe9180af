import { expect, test } from 'vitest';
import { readFlags } from '#app/http/flags.ts';
import type { RequestContext } from '#app/http/load-context.ts';

test.each([
  ['the viewer cannot be read', () => Promise.reject(new Error('no database'))],
  [
    'an override is broken',
    async () => ({
      kind: 'signed-in',
      viewer: { account: { id: 'acc_1' }, flagOverrides: { page_analytics: '{' } },
    }),
  ],
])('when %s the flags are empty, and it is reported', async (_, viewer) => {
  const reported: unknown[] = [];
  const context = {
    configuredFlags: { page_analytics: true },
    viewer,
    reportError: (error: unknown) => reported.push(error),
  } as unknown as RequestContext;
  expect(await readFlags(context)).toEqual({});
  expect(reported).toHaveLength(1);
});
