import type { Client } from '@libsql/client';
import { apiScopes } from '#app/domain/access/api-token.ts';
import { signatureHeader } from '#sandbox/paddle/signature.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { call } from '#tests/support/api-calls.ts';
import { postChange, subscribe } from '#tests/support/billing-calls.ts';
import { paddleEvent, paddleSubscription, rememberTestCheckout } from '#tests/support/paddle-events.ts';
import { idsOf, type Owner } from '#tests/support/people.ts';
import { PortalClient } from '#tests/support/portal-client.ts';
import { one } from '#tests/support/rows.ts';
import { setUpOnline, untilStatus } from '#tests/support/set-up.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { hosts } from '../hosts/serve.ts';
import { buildWithCalledFiles, CALLED_FILES, forgetBuild } from './called-files.ts';

/** Long enough for the delivery, and for the alarm that applies and probes. */
const LATER_MS = 6_000;
const ONLINE = 1;

interface Person extends Owner {
  token: string;
  database: Client;
  stack: Stack;
}

/** The requests of docs/request-flows.md, in an order in which each finds the state that it needs. */
const requests: Record<string, (person: Person) => Promise<Response>> = {
  'A registration': async ({ stack }) => (await new PortalClient(stack).register()).response,
  'A plan change by the form': ({ client }) =>
    postChange(client, { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'now' }),
  'A plan change by the API': ({ client, token }) =>
    byToken(client, token, 'POST', '/account/plan/change', {
      planId: 'pro-2',
      period: 'monthly',
      chargeNow: true,
    }),
  'A webhook of Paddle': sendUpdate,
  'A restart by the form': ({ client }) => client.post('/manage', { intent: 'restart' }),
  'A restart by the API': ({ client, token }) => byToken(client, token, 'PUT', '/instance/restart'),
  'A backup from the screen': ({ client }) => client.post('/manage/export', { intent: 'back-up' }),
};

/**
 * `npm run bench -- flows`: the files of which a function is called for each request of docs/request-flows.md, in an isolate that has
 * answered the same request before. Sentences are left out; what runs meanwhile for others is not.
 */
export async function printFlows(): Promise<void> {
  await buildWithCalledFiles();
  const stack = await startTestStack({ workerHost: hosts.workerd, engine: 'small', hasCron: false });
  const database = openTestDatabase(stack.databaseUrl);
  try {
    const first = await subscriber(stack, database);
    const second = await subscriber(stack, database);
    for (const [title, send] of Object.entries(requests)) {
      await measure(first, send);
      const { answer, untilAnswer, later } = await measure(second, send);
      console.info(`\n## ${title}: ${answer.status} ${answer.headers.get('Location') ?? ''}`);
      console.info(`Until the answer:\n${untilAnswer.join('\n')}\n\nLater:\n${later.join('\n')}`);
    }
  } finally {
    database.close();
    await stack.stop();
    forgetBuild();
  }
}

async function measure(person: Person, send: (person: Person) => Promise<Response>) {
  await untilStatus(person.client, ONLINE);
  await pause(LATER_MS);
  await takeCalledFiles(person.stack);
  const answer = await send(person);
  const untilAnswer = await takeCalledFiles(person.stack);
  await pause(LATER_MS);
  return { answer, untilAnswer, later: await takeCalledFiles(person.stack) };
}

/** @returns the files of which a function was called since the last time. */
async function takeCalledFiles({ portalUrl }: Stack): Promise<string[]> {
  const files = await (await fetch(portalUrl + CALLED_FILES)).text();
  return files
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('app/i18n/'))
    .toSorted();
}

/** Registers an owner whose workspace is Online and whose plan is Starter, with an API token. */
async function subscriber(stack: Stack, database: Client): Promise<Person> {
  const client = new PortalClient(stack);
  const fields = await setUpOnline(client);
  const owner = { client, fields, ...(await idsOf(database, fields.accountName)) };
  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  const created = await client.post(
    '/account/tokens',
    new URLSearchParams([
      ['intent', 'create'],
      ['name', 'flows'],
      ['lifetime', '90'],
      ...apiScopes.map((scope) => ['scopes', scope]),
    ] as [string, string][]),
  );
  const token = (await created.text()).match(/>(weft_pat_[\w-]+)</)?.[1];
  if (!token) throw new Error(`No token was shown; ${created.status}`);
  return { ...owner, token, database, stack };
}

function byToken({ portal }: PortalClient, token: string, method: string, path: string, body?: unknown) {
  return call(new PortalClient(portal), method, path, body, { Authorization: `Bearer ${token}` });
}

/** Sends the person's subscription with another plan, as Paddle does. */
async function sendUpdate({ stack, database, accountId }: Person): Promise<Response> {
  const current = 'SELECT id FROM subscriptions WHERE account_id = ? AND is_current = 1';
  const { id } = await one(database, current, accountId);
  await rememberTestCheckout(database, accountId);
  const changed = paddleSubscription(accountId, { id: String(id), planId: 'starter' });
  const { body } = paddleEvent('subscription.updated', changed);
  return await fetch(new URL('/webhooks/paddle', stack.portalUrl), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Paddle-Signature': signatureHeader(body, stack.webhookSecret, Date.now()),
    },
    body,
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
