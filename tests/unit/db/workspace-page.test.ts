import { expect, test } from 'vitest';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { db, raw, stores } = await ownMemoryDatabase();

test('each workspace is listed with the confirmation of its own owner', async () => {
  const confirmations = [1_000, 2_000].map((confirmedAt) => {
    const { account, statements } = newAccount(db, { step: null, subscription: null });
    return { account, statements, confirmedAt };
  });
  await write(
    db,
    confirmations.flatMap(({ statements }) => statements),
  );
  for (const { account, confirmedAt } of confirmations) {
    await raw.execute({
      sql: `UPDATE users SET confirmed_at = ?
        WHERE id IN (SELECT user_id FROM memberships WHERE account_id = ? AND role = 'owner')`,
      args: [confirmedAt, account.accountId],
    });
  }
  const listed = await stores.workspaces.page('', 10);
  expect(new Map(listed.map(({ workspaceId, confirmedAt }) => [workspaceId, confirmedAt]))).toEqual(
    new Map(confirmations.map(({ account, confirmedAt }) => [account.workspaceId, confirmedAt])),
  );
});
