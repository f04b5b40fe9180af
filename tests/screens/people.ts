import type { Client } from '@libsql/client';
import type { Stack } from '#scripts/local/stack.ts';
import { backUp } from '../support/backup-calls.ts';
import { simulate, subscribe } from '../support/billing-calls.ts';
import { addTeammate, idsOf, invite, type Owner, setUpOwner } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { instanceOf, setUpOnline } from '../support/set-up.ts';
import { writeExecutions } from '../support/written-executions.ts';
import { makeHolding, makeRunningOn, makeUpdated, withdrawRehearsed } from './workspaces.ts';

const starter = { planId: 'starter', period: 'monthly' };
const pro = { planId: 'pro-1', period: 'yearly' };
const PRO_EXECUTIONS = 10_000;
/** The browser of every session so far. */
const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const WIDE_NAME = 'w'.repeat(25);

/** The viewers of the screens; each is created once per gallery. */
export interface People {
  visitor: PortalClient;
  /** At each step of the setup. */
  unconfirmed: PortalClient;
  survey: PortalClient;
  apps: PortalClient;
  inviting: PortalClient;
  launching: PortalClient;
  /** In the trial, with a workspace that is online and empty. */
  trial: PortalClient;
  /** Their workspace can't be read. */
  unreadable: PortalClient;
  /** Pays for a workspace that is online, with teammates, tokens, executions and a backup. */
  online: PortalClient;
  /** Has used two executions this month. */
  few: PortalClient;
  /** Pays for executions beyond the plan, this month and earlier ones. */
  runningOn: PortalClient;
  /** Webhooks in every state wait behind a paused replay; a version was checked. */
  holding: PortalClient;
  /** Changed to another version of n8n a moment ago. */
  updated: PortalClient;
  /** A member of the same account with read access only. */
  member: PortalClient;
  pastDue: PortalClient;
  paused: PortalClient;
  cancelled: PortalClient;
  ended: PortalClient;
  /** 10,000 payments and 10,000 events, and amounts of nine digits. */
  many: PortalClient;
  /** The widest name, and teammates with names in Arabic and Japanese; names have no emoji (`full-name.ts`). */
  odd: PortalClient;
}

/** The fields of a registration with this name; account and email are of the same name. */
function registrationOf(fullName: string) {
  const [first = '', accountName = ''] = fullName.toLowerCase().split(' ');
  const email = `${first}@example.com`;
  return { fullName, accountName, email, confirmEmail: email };
}

/** Creates all people. Takes a minute, because one of them waits for a workspace to start. */
export async function makePeople(
  stack: Stack & { dataDirectory: string },
  database: Client,
): Promise<People> {
  const paying = async (plan = starter) => {
    const owner = await setUpOwner(stack, database);
    await subscribe(owner, plan);
    return owner;
  };
  const [pastDue, paused, cancelled, ended] = [
    await paying(),
    await paying(),
    await paying(pro),
    await paying(),
  ];
  await simulate(pastDue, database, 'payment_failed', 'past_due');
  await simulate(paused, database, 'payment_failed', 'past_due');
  await simulate(paused, database, 'paused', 'paused');
  const workspaceName = cancelled.fields.accountName;
  await cancelled.client.post('/manage/billing', { intent: 'cancel', workspaceName });
  await simulate(ended, database, 'canceled', 'deleted');
  const { online, onlineName, member } = await makeOnline(stack, database);
  const setUps = await makeSetUps(stack);
  const [few, trial] = [new PortalClient(stack), new PortalClient(stack)];
  const [fewFields] = await Promise.all([
    setUpOnline(few),
    setUpOnline(trial, undefined, registrationOf('Charles Babbage')),
  ]);
  writeExecutions(stack.dataDirectory, fewFields.accountName, 2);
  writeExecutions(stack.dataDirectory, onlineName, 7_345);
  // The bought plan restarts the workspace: draws after the restart.
  await eventually(async () => {
    const { status, limits } = await instanceOf(online);
    return status === 1 && limits.executions === PRO_EXECUTIONS;
  });
  await backUp(online);
  const [runningOn, holding, updated] = await Promise.all([
    makeRunningOn(stack, database),
    makeHolding(stack),
    makeUpdated(stack),
  ]);
  await withdrawRehearsed(stack, fewFields.accountName);
  await database.execute({ sql: 'UPDATE sessions SET user_agent = ?', args: [USER_AGENT] });
  return {
    ...setUps,
    visitor: new PortalClient(stack),
    online,
    member,
    few,
    trial,
    runningOn,
    holding,
    updated,
    unreadable: (await setUpOwner(stack, database)).client,
    pastDue: pastDue.client,
    paused: paused.client,
    cancelled: cancelled.client,
    ended: ended.client,
    many: await makeMany(await paying(), database),
    odd: await makeOdd(stack, database),
  };
}

async function makeSetUps(stack: Stack) {
  const unconfirmed = new PortalClient(stack);
  await unconfirmed.register();
  const steps = [
    { workArea: 'ops', codingSkills: '3', companyIndustry: 'saas', companySize: '<20', timezone: 'Etc/UTC' },
    { intent: 'apps', apps: 'n8n-nodes-base.slack' },
  ];
  const atStep = async (done: number) => {
    const client = new PortalClient(stack);
    await client.registerConfirmed();
    for (const fields of steps.slice(0, done)) await client.post('/account/setup', fields);
    if (done > steps.length) await client.post('/invite-teammate', { intent: 'skip' });
    return client;
  };
  const [survey, apps, inviting, launching] = [
    await atStep(0),
    await atStep(1),
    await atStep(2),
    await atStep(3),
  ];
  return { unconfirmed, survey, apps, inviting, launching };
}

async function makeOnline(stack: Stack, database: Client) {
  const client = new PortalClient(stack);
  const fields = await setUpOnline(client, undefined, registrationOf('Ada Lovelace'));
  const owner = { client, fields, ...(await idsOf(database, fields.accountName)) };
  await subscribe(owner, pro);
  const member = await addTeammate(owner, database, 'member', {
    name: 'Grace Hopper',
    email: 'grace@example.com',
  });
  await addTeammate(owner, database, 'billing', {
    name: 'Katherine Johnson',
    email: 'katherine@example.com',
  });
  await invite(owner, 'alan@example.com', 'operator');
  const token = { name: 'Nightly export', lifetime: '30', scopes: 'workspace:view' };
  await client.post('/account/tokens', { intent: 'create', ...token });
  return { online: client, onlineName: fields.accountName, member: member.client };
}

async function makeMany({ client, accountId }: Owner, database: Client) {
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)`;
  const now = Date.now();
  await database.batch(
    [
      {
        sql: `${numbers} INSERT INTO payments (id, account_id, date, amount, currency, status, invoice_number, event_at, event_id)
          SELECT 'txn_many' || n, ?1, ?2 - n * 86400000, iif(n % 7 = 0, 123456789, 2400 + n), iif(n % 5 = 0, 'EUR', 'USD'),
            iif(n % 11 = 0, 'failed', iif(n % 13 = 0, 'refunded', 'paid')), iif(n % 11 = 0, NULL, '2026-' || n), '', '' FROM numbers`,
        args: [accountId, now],
      },
      {
        sql: `${numbers} INSERT INTO audit_events (id, at, account_id, kind, subject, address, place, user_agent)
          SELECT 'aud_many' || n, ?2 - n * 60000, ?1, iif(n % 3 = 0, 'payment_succeeded', 'sign_in_failed'),
            iif(n % 3 = 0, '$1,234,567.89', 'ada' || n || '@example.com'), '192.0.2.1', 'Berlin, DE', 'Mozilla/5.0' FROM numbers`,
        args: [accountId, now],
      },
    ],
    'write',
  );
  return client;
}

async function makeOdd(stack: Stack, database: Client) {
  const owner = await setUpOwner(stack, database, { fullName: WIDE_NAME, accountName: WIDE_NAME });
  await subscribe(owner, starter);
  for (const name of ['محمد بن عبد الله الخوارزمي', '山田 太郎', WIDE_NAME]) {
    const { client } = await addTeammate(owner, database, 'operator');
    await client.post('/account?dialog=name', { intent: 'change-name', fullName: name });
  }
  return owner.client;
}
