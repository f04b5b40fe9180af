import type { Client } from '@libsql/client';
import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import { writeApiToken } from '#app/domain/access/api-token.ts';
import { newAccount, openRows, write } from './account-rows.ts';
import { backUp } from './backup-calls.ts';
import { decliningCard, payingOwner, plansOf, subscribe } from './billing-calls.ts';
import { idsOf, type Owner, setUpOwner } from './people.ts';
import { PortalClient, type TestPortal } from './portal-client.ts';
import { one } from './rows.ts';
import { setClusterFault, setUpOnline } from './set-up.ts';

/** The people that reach each answer of the API. */
export type ApiPeople = Awaited<ReturnType<typeof gatherApiPeople>>;

export async function gatherApiPeople(portal: TestPortal & { databaseUrl: string }, database: Client) {
  const online = new PortalClient(portal);
  const [owner, paying, declining, plain, starting] = await Promise.all([
    setUpOnline(online),
    payingOwner(portal, database),
    decliner(portal, database),
    setUpOwner(portal, database),
    whoseWorkspaceStarts(portal),
  ]);
  const workspaceIdOf = async (accountName: string) => {
    const { accountId } = await idsOf(database, accountName);
    const { id } = await one(database, 'SELECT id FROM workspaces WHERE account_id = ?', accountId);
    return String(id);
  };
  const price = (await plansOf(plain.client)).find(({ spec }) => spec.planId === 'starter')?.id ?? '';
  return {
    online,
    owner,
    paying,
    declining,
    plain,
    price,
    /** Confirmed; their workspace never starts. */
    starting: starting.client,
    startingName: starting.accountName,
    /** Written only into the database, so the provider does not know it. */
    unknownToPaddle: await ownerWith(portal, 'active'),
    pastDue: await ownerWith(portal, 'past_due'),
    backupId: (await backUp(online)).id,
    onlineId: await workspaceIdOf(owner.accountName),
    plainId: await workspaceIdOf(plain.fields.accountName),
    startingId: await workspaceIdOf(starting.accountName),
    /** Tokens with one scope, each for the calls of that scope only. */
    narrowTokens: {
      'member:invite': await apiToken(plain, database, 'member:invite'),
      'workspace:open': await apiToken(plain, database, 'workspace:open'),
    },
  };
}

/** An owner whose card pays the first bill and no other. */
async function decliner(portal: TestPortal, database: Client): Promise<Owner> {
  const owner = await setUpOwner(portal, database);
  await subscribe(owner, { planId: 'starter', period: 'monthly' }, decliningCard);
  return owner;
}

async function whoseWorkspaceStarts(portal: TestPortal) {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  await setClusterFault(client, fields.accountName, 'crash-loop');
  await client.confirm(await client.confirmationToken(fields.email));
  return { client, accountName: fields.accountName };
}

async function ownerWith(portal: TestPortal & { databaseUrl: string }, status: 'active' | 'past_due') {
  const db = openRows(portal.databaseUrl);
  const { account, statements } = newAccount(db, { step: null, subscription: status });
  await write(db, statements);
  const client = new PortalClient(portal);
  client.cookies.set('token', account.owner.token);
  return client;
}

async function apiToken(owner: Owner, database: Client, scope: string): Promise<string> {
  const token = writeApiToken(newToken());
  await database.execute({
    sql: `INSERT INTO api_tokens (id, user_id, account_id, name, token_hash, scopes, created_at)
      VALUES (?, ?, ?, 'test', ?, ?, ?)`,
    args: [
      newId('tok'),
      owner.userId,
      owner.accountId,
      await hashToken(token),
      JSON.stringify([scope]),
      Date.now(),
    ],
  });
  return token;
}
