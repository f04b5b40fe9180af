import { expect, test } from 'vitest';
import { redirectToTemplate } from '#app/http/template-redirect.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { requireFactor } from '../../support/factor-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { viewerOf } from '../../support/own-database.ts';
import { testContext, testViewer } from './request-context.ts';

test('the address keeps its template for a member without the required second factor', async () => {
  const { db } = await openMemoryDatabase();
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  const { person, statements: rows } = newMember(db, account.accountId, 'member');
  await write(db, [...statements, ...rows, requireFactor(db, account.accountId)]);

  const request = new Request('https://weft.example/account/security?templateId=123');
  // The request's context is unused.
  const context = {} as Parameters<typeof redirectToTemplate>[1];
  await expect(redirectToTemplate(request, context, await viewerOf(db, person.token))).resolves.toBe(
    undefined,
  );
});

test('a template whose workspace’s object is down gets the page with a notice, and an operator the failure', async () => {
  const context = testContext({
    services: {
      workspaceObject: () => ({
        openLink: async () => {
          throw new Error('The object is away.');
        },
      }),
    },
  });
  const request = new Request('https://weft.example/dashboard?templateId=123');
  const redirected = await redirectToTemplate(request, context, testViewer()).catch(
    (thrown: unknown) => thrown,
  );
  if (!(redirected instanceof Response)) throw redirected;
  expect(redirected.headers.get('Location')).toBe('/dashboard');
  expect(redirected.headers.get('Set-Cookie')).toContain('template-later');
  expect(context.reported).toMatchObject([{ code: 'workspace_status_unavailable' }]);
});
