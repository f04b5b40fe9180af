import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { newToken } from '#app/crypto/secrets.ts';
import { writeApiToken } from '#app/domain/access/api-token.ts';
import { call, post } from '../support/api-calls.ts';
import { askUntil } from '../support/ask-until.ts';
import { cloudCredential } from '../support/cloud-credentials.ts';
import { idsOf } from '../support/people.ts';
import { PortalClient, type RegistrationFields } from '../support/portal-client.ts';
import { rawRequest } from '../support/raw-request.ts';
import { one } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

interface Tenant {
  client: PortalClient;
  fields: RegistrationFields;
  workspaceId: string;
}

async function setUpTenant(): Promise<Tenant> {
  const client = new PortalClient(portal);
  const fields = await setUpOnline(client);
  const { accountId } = await idsOf(database, fields.accountName);
  const { id } = await one(database, 'SELECT id FROM workspaces WHERE account_id = ?', accountId);
  return { client, fields, workspaceId: String(id) };
}

let busy: Tenant;
let quiet: Tenant;
beforeAll(async () => {
  [busy, quiet] = await Promise.all([setUpTenant(), setUpTenant()]);
});

const newAddress = () => randomBytes(4).join('.');

/** A workspace at this address requests a login code. @param signedAs another workspace, for a forged token. */
async function requestCode(
  address: string,
  { fields, workspaceId }: Tenant,
  signedAs?: string,
): Promise<Response> {
  const claims = { purpose: 'login-code', workspace: fields.accountName, email: fields.email };
  const token = await cloudCredential(portal.workspaceMasterKey, workspaceId, claims, signedAs);
  return post(new PortalClient(portal, address), '/workspace/login-code', { token });
}

const askCode = async (...asked: Parameters<typeof requestCode>) => (await requestCode(...asked)).status;

async function tokenOf({ client }: Tenant): Promise<string> {
  const fields = {
    intent: 'create',
    name: newToken().slice(0, 20),
    lifetime: '90',
    scopes: 'workspace:view',
  };
  const page = await (await client.post('/account/tokens', fields)).text();
  return page.match(/>(weft_pat_[\w-]+)</)?.[1] ?? '';
}

/** Restarts no workspace: the token's scopes do not allow it. */
async function restart(address: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const client = new PortalClient(portal, address);
  return (await call(client, 'PUT', '/instance/restart', undefined, headers)).status;
}

const untilRefused = (ask: () => Promise<number>) => askUntil(429, ask);

test('a busy workspace does not use up the login codes of another one behind the same address', async () => {
  const cluster = newAddress();
  expect(await askCode(cluster, quiet)).toBe(200);
  const statuses = await untilRefused(() => askCode(cluster, busy));
  expect(statuses.sort()).toEqual([200, 429]);
  expect(await askCode(cluster, quiet)).toBe(200);
});

test('a stranger who forges a workspace’s token is limited, and its workspace is not', async () => {
  const address = newAddress();
  const statuses = await untilRefused(() => askCode(address, quiet, 'wks_forged'));
  expect(statuses.sort()).toEqual([401, 429]);
  expect(await askCode(newAddress(), quiet)).toBe(200);
  expect(await askCode(address, quiet)).toBe(200);
});

test('a forged token costs no call of the object that it names', async () => {
  const answer = await requestCode(newAddress(), quiet, 'wks_forged');
  expect([answer.status, answer.headers.get('Server-Timing')]).toEqual([401, 'db;desc="1", object;desc="0"']);
});

test('a deleted workspace gets no code', async () => {
  const sql = (phase: string) => `UPDATE workspaces SET phase = '${phase}' WHERE id = ?`;
  await database.execute({ sql: sql('deleted'), args: [quiet.workspaceId] });
  expect(await askCode(newAddress(), quiet)).toBe(403);
  await database.execute({ sql: sql('online'), args: [quiet.workspaceId] });
  expect(await askCode(newAddress(), quiet)).toBe(200);
});

test('bodies that no workspace sends are limited by address', async () => {
  const client = new PortalClient(portal);
  const statuses = await untilRefused(async () => (await post(client, '/workspace/login-code', '{')).status);
  expect(statuses).toContain(429);
});

test('a body that is announced as larger than a token is limited by address', async () => {
  const { port, host } = new URL(portal.portalUrl);
  const address = newAddress();
  const head = [
    'POST /api/workspace/login-code HTTP/1.1',
    `Host: ${host}`,
    `CF-Connecting-IP: ${address}`,
    `Content-Length: ${20 * 1024 * 1024}`,
  ];
  const statuses = await untilRefused(async () => (await rawRequest(port, head)).status);
  expect(statuses).toContain(429);
});

test('the API tokens of one account do not use up the changes of another one behind the same address', async () => {
  const cluster = newAddress();
  const [ofBusy, ofQuiet] = await Promise.all([tokenOf(busy), tokenOf(quiet)]);
  expect(await untilRefused(() => restart(cluster, ofBusy))).toContain(429);
  expect(await restart(newAddress(), ofBusy)).toBe(429);
  expect(await restart(cluster, ofQuiet)).toBe(403);
});

test('an unknown API token is limited by address, also at calls that need no sign-in', async () => {
  const client = new PortalClient(portal);
  const forge = async () => {
    const headers = { Authorization: `Bearer ${writeApiToken(newToken())}` };
    return (await call(client, 'POST', '/auth/login/code', { code: 'none' }, headers)).status;
  };
  expect(await untilRefused(forge)).toContain(429);
});
