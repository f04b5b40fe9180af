import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import { workspaceListStore } from '#db/queries/workspace-list.ts';
import { workspaces } from '#db/schema/index.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { newApp, requireFactor } from '../../support/factor-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { viewerOf } from '../../support/own-database.ts';

// Some pages are open without the second factor that the account requires, and every page redirects an address with a
// template, such as /account/security?templateId=123, into the workspace.

const url = 'http://ada.localhost/weft/sign-in?token=link';

const { db } = await ownMemoryDatabase();
/** A member of an account that requires a second factor. */
async function newcomer({ hasFactor }: { hasFactor: boolean }): Promise<Viewer> {
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  const { person, statements: rows } = newMember(db, account.accountId, 'member');
  const factor = hasFactor ? [newApp(db, person.userId)] : [];
  await write(db, [...statements, ...rows, ...factor, requireFactor(db, account.accountId)]);
  return viewerOf(db, person.token);
}

const open = (viewer: Viewer) =>
  openWorkspace(
    { workspaceObject: () => ({ openLink: async () => ({ ok: true, value: { url } }) }) },
    viewer,
    0,
    '123',
  );

test('a template opens the workspace of a member with the required second factor', async () => {
  expect(await open(await newcomer({ hasFactor: true }))).toEqual({ url });
});

test('a template opens no workspace to a member without the required second factor', async () => {
  const refused = open(await newcomer({ hasFactor: false }));
  await expect(refused).rejects.toMatchObject({ code: 'second_factor_needed' });
});

test('the list of workspaces omits those whose account requires a second factor that the caller lacks', async () => {
  for (const hasFactor of [true, false]) {
    const viewer = await newcomer({ hasFactor });
    const { userId, username } = { userId: viewer.user.id, username: viewer.user.username };
    await db.update(workspaces).set({ status: 1 }).where(eq(workspaces.id, viewer.workspace.id));
    const listed = await workspaceListStore(db).ofUser(username, { userId, accountId: null });
    expect(listed).toEqual(hasFactor ? [{ name: viewer.workspace.name, status: 1 }] : []);
  }
});
