import { expect, test } from 'vitest';
import { redirectToTemplate } from '#app/http/template-redirect.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { requireFactor } from '../../support/factor-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { viewerOf } from '../../support/own-database.ts';

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
