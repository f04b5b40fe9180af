import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { archiveOf, entriesOf, goInside, upload, zipOf } from '../support/backup-calls.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { type Fields, fieldsShown } from '../support/browser-form.ts';
import { addTeammate, idsOf, type Owner, setUpOwner, type Teammate } from '../support/people.ts';
import { permissionRows, rowName } from '../support/permissions.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { addApp, ageProofs, type TestApp } from '../support/second-factor.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const passphrase = 'correct horse battery staple';
/** Only the form of a restore contains it. */
const RESTORE = 'name="isWhole"';
const CHANGE_PLAN = '/account/change-plan?confirm=pro-2&period=monthly';

let paying: Owner;
let teammate: Teammate;
let secured: Owner & { app: TestApp };
let online: Owner & { restorePath: string };
beforeAll(async () => {
  paying = await payingOwner(portal, database, { planId: 'pro-1', period: 'monthly' });
  teammate = await addTeammate(paying, database);
  const owner = await setUpOwner(portal, database);
  secured = { ...owner, app: await addApp(owner.client) };
  const client = new PortalClient(portal);
  const fields = await setUpOnline(client);
  const restorePath = await uploadChanges(client, fields.accountName);
  online = { client, fields, ...(await idsOf(database, fields.accountName)), restorePath };
});

/** Uploads an archive with credentials and two changed workflows. @returns the address of its preview. */
async function uploadChanges(client: PortalClient, accountName: string): Promise<string> {
  const inside = await goInside(client, accountName);
  for (const name of ['First', 'Second']) await inside.createDraft(name);
  await client.post('/manage/export/credentials', { passphrase, repeated: passphrase });
  const id = await eventually(async () => {
    const html = await (await client.get('/manage/export')).text();
    return /restore\?backup=(bkp_[\w-]+)/.exec(html)?.[1];
  });
  const files = Object.entries(await entriesOf(await archiveOf(client, id)));
  const changed = files.map(([name, text]) => [name, text.replace(/"(First|Second)"/, '"$1 of before"')]);
  const uploaded = await upload(client, await zipOf(Object.fromEntries(changed)));
  return uploaded.headers.get('Location') ?? '';
}

/** Fields as a browser sends them. */
const postable = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value])),
  );

/** A form whose person chooses something, and the row of docs/permissions.md that it belongs to. */
interface ChoiceForm {
  row: string;
  owner: () => Owner;
  path: string | (() => string);
  button: string | null;
  /** The name of the field that holds the button. */
  buttonName?: string;
  mark?: () => string;
  /** What the person enters; each value differs from the shown one. */
  chosen: Fields;
  secrets?: Record<string, string>;
}

const forms: readonly ChoiceForm[] = [
  {
    row: 'POST /account/change-plan change',
    owner: () => paying,
    path: CHANGE_PLAN,
    button: 'change',
    chosen: { charge: ['next-cycle'] },
  },
  {
    row: 'POST /account/members change-role',
    owner: () => paying,
    path: '/account/members',
    button: 'change-role',
    mark: () => teammate.userId,
    chosen: { role: ['operator'] },
  },
  {
    row: 'POST /manage/usage',
    owner: () => paying,
    path: '/manage/usage',
    button: 'run_on',
    buttonName: 'atLimit',
    chosen: { maxThousands: ['7'] },
  },
  {
    row: 'POST /manage/billing cancel',
    owner: () => paying,
    path: '/manage/billing?dialog=cancel',
    button: 'cancel',
    chosen: { workspaceName: ['another name'] },
  },
  {
    row: 'POST /manage/billing details',
    owner: () => paying,
    path: '/manage/billing',
    button: 'details',
    chosen: { country: ['FR'], postalCode: ['75001'] },
  },
  {
    row: 'POST /invite-teammate',
    owner: () => paying,
    path: '/invite-teammate',
    button: null,
    mark: () => 'name="invitations[0].email"',
    chosen: { 'invitations[0].email': ['grace@example.com'], 'invitations[0].role': ['billing'] },
  },
  {
    row: 'POST /account/tokens create',
    owner: () => paying,
    path: '/account/tokens',
    button: 'create',
    chosen: { name: ['Weekly <report>'], scopes: ['workspace:view'], lifetime: ['30'] },
  },
  {
    row: 'POST /account change-email',
    owner: () => secured,
    path: '/account?dialog=email',
    button: 'change-email',
    chosen: { email: ['new@example.com'] },
    secrets: { password: 'correct horse' },
  },
  {
    row: 'POST /account/security add-app',
    owner: () => secured,
    path: '/account/security?add=app',
    button: 'add-app',
    chosen: { name: ['Tablet'] },
    secrets: { code: '123456' },
  },
  ...[1, 0].map((count) => ({
    row: 'POST /manage/export/restore',
    owner: () => online,
    path: () => online.restorePath,
    button: null,
    mark: () => RESTORE,
    // Filled in by the test: the ids are the workspace's.
    chosen: { workflowId: Array.from({ length: count }, () => '') },
    secrets: { passphrase },
  })),
];

/** Forms that ask for a proof and have only a button, only secrets, or a script. */
const withoutChoice = [
  'POST /manage/export/credentials',
  'POST /manage/billing change-card',
  'POST /manage/billing resubscribe',
  'POST /account change-password',
  'POST /account end-session',
  'POST /account end-other-sessions',
  'POST /account/security add-passkey',
  'POST /account/security replace-codes',
  'POST /account/security remove-app',
  'POST /account/security remove-passkey',
  'POST /account/members remove-member',
  'POST /account/members require-second-factor',
  'POST /account/members make-second-factor-optional',
];

/** Confirms the person's identity. @returns the page to which they return. */
async function confirm({ client, fields }: Owner, path: string): Promise<string> {
  const code = client === secured.client && secured.app.recoveryCodes.pop();
  const proof = code ? { intent: 'code', code } : { intent: 'password', password: fields.password };
  const done = await client.post(path, proof);
  return done.headers.get('Location') ?? '';
}

describe('a form that asks for a proof, without script', () => {
  test.for(forms)('$row shows the same choice after the proof', async (form) => {
    const { owner: ownerOf, path: address, button, buttonName = 'intent', mark, secrets = {} } = form;
    const owner = ownerOf();
    const { client } = owner;
    const path = typeof address === 'function' ? address() : address;
    const show = async () => fieldsShown(await (await client.get(path)).text(), button, mark?.());
    // A proof that is still recent shows the page's secrets and its passphrase field.
    await database.execute({
      sql: 'UPDATE sessions SET proved_at = ? WHERE user_id = ?',
      args: [Date.now(), owner.userId],
    });
    const shown = await show();
    const chosen = Object.entries(form.chosen).map(([name, values]) => {
      const boxes = name === 'workflowId' ? (shown[name] ?? []).slice(0, values.length) : values;
      return [name, boxes] as const;
    });
    for (const [name, values] of chosen) expect(shown[name] ?? [], name).not.toEqual(values);
    const entered: Fields = { ...shown, ...Object.fromEntries(chosen) };
    const pressed = button === null ? {} : { [buttonName]: [button] };
    const hidden = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, [value]]));
    await ageProofs(database, owner);
    const asked = await client.post(path, postable({ ...entered, ...hidden, ...pressed }));
    expect(asked.headers.get('Location')).toBe(
      `/account/confirm-access?${new URLSearchParams({ returnPath: path })}`,
    );
    expect(await confirm(owner, asked.headers.get('Location') ?? '')).toBe(path);
    const present = Object.entries(entered).filter(([, values]) => values.length > 0);
    expect(await show()).toEqual(Object.fromEntries(present));
  });

  test('are all either tried or have nothing to choose', () => {
    const asking = permissionRows.filter(
      ({ method, path, proof }) => method === 'POST' && proof !== 'never' && !path.startsWith('/api/'),
    );
    const known = new Set([...forms.map(({ row }) => row), ...withoutChoice]);
    expect([...known].sort()).toEqual(asking.map(rowName).sort());
  });
});

describe('a refused form, without script', () => {
  test('shows the chosen time of the charge again, not the immediate charge', async () => {
    const form = { plan: 'pro-2', period: 'monthly', charge: 'next-cycle', shown: 'another one' };
    await paying.client.post('/account/confirm-access', {
      intent: 'password',
      password: paying.fields.password,
    });
    const refused = await paying.client.post(CHANGE_PLAN, { intent: 'change', ...form });
    expect(refused.status).toBe(409);
    expect(fieldsShown(await refused.text(), 'change').charge).toEqual(['next-cycle']);
  });

  test('leaves every deselected workflow deselected', async () => {
    const refused = await online.client.post(online.restorePath, { isWhole: 'no' });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('of before');
    expect(fieldsShown(html, null, RESTORE).workflowId).toBeUndefined();
  });
});
