import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTimezones } from '#app/domain/time/timezone.ts';
import type { Db } from '#db/database.ts';
import nodeCatalogue from '#sandbox/data/node-catalogue.json' with { type: 'json' };
import type { Stack } from '#scripts/local/stack.ts';
import { expectAnswer, ways } from '../support/access-ways.ts';
import { openRows } from '../support/account-rows.ts';
import type { Call } from '../support/call.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { eventually, PortalClient, tokenIn } from '../support/portal-client.ts';
import { foreignWords, pseudo, wordsIn } from '../support/pseudo-locale.ts';
import { buildPseudoWorker } from '../support/pseudo-worker.ts';
import { answerSetUp, untilOnline } from '../support/set-up.ts';
import {
  addPeopleIn,
  addPersonInEachState,
  browserLike,
  type PersonInState,
  type State,
  statesOf,
} from '../support/states.ts';
import { startTestStack } from '../support/test-stack.ts';

/** The whole product, with every translation in letters that English does not have. */
let stack: Stack;
let database: Db;
const folder = mkdtempSync(join(tmpdir(), 'weft-pseudo-'));
let people: PersonInState[];
beforeAll(async () => {
  stack = await startTestStack({ isDirect: true, ...(await buildPseudoWorker(folder)) });
  database = openRows(stack.databaseUrl);
  people = await addPersonInEachState(stack, database);
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Time zones to choose from; matched first, because some contain people's names. */
const zones = listTimezones()
  .flatMap((zone) => [zone, zone.replaceAll('_', ' ')])
  .sort((a, b) => b.length - a.length);

/** Matched first, because they contain the names of people and accounts. */
const addresses = [/https?:\/\/\S+/, /[\w.+-]+@[\w.-]+/, /[\w-]*\.localhost(?::\d+)?/];

/** @returns the plain English on a page, without this person's own data. */
function english(html: string, own: ReadonlyArray<string | RegExp> = []): string[] {
  // App names are removed as whole pieces only: matching a thousand words everywhere would hide real findings.
  const pieces = wordsIn(html).filter((piece) => !apps.has(piece));
  return foreignWords(pieces, [...addresses, ...zones, ...own]);
}

test('the search for sentences finds one', () => {
  const html =
    '<h1>Your plan</h1><img alt="A chart"><p>[!!! Ýóúŕ !!!] <time>3</time></p><input placeholder="Search">';
  expect(english(html)).toEqual(['A chart', 'Search', 'Your plan']);
  expect(english(`<p>${pseudo('Hello {{name}}, <b>all</b>')}</p>`, [/\{\{name\}\}/])).toEqual([]);
});

const pages = ways
  .filter(({ id, isPage }) => isPage && id !== 'root')
  .map((way, index) => ({ ...way, index }));

/** @returns everyone who is admitted to a page, and for each refusal one person; another one for the next page. */
function readersOf(way: (typeof pages)[number]): PersonInState[] {
  const refusals = new Map<string, PersonInState[]>();
  const admitted = people.filter((person) => {
    const { isRefused, answer } = expectAnswer(way, person.state, '/', false);
    if (isRefused) refusals.set(answer, [...(refusals.get(answer) ?? []), person]);
    return !isRefused;
  });
  const refused = [...refusals.values()].flatMap((alike) => alike[way.index % alike.length] ?? []);
  return [...admitted, ...refused];
}

/** People's own data on an account's pages, and the names of the apps to choose from. */
const personalData = [
  /\b(?:acme|ada|grace|barbara|edsger)-\w+/,
  /\b(?:Ada|Grace|Barbara)(?: [\w-]+)?/,
  /\b[\dA-Z]{4}(?:-[\dA-Z]{4}){2}\b/,
  'Austin, US',
];
const typed = ['a.txt', 'It hangs.', '“restart”', /\bScript(?: of\b)?/];
/** Text for programs: a token, the call it belongs to, required scopes, content types. */
const code = [
  /weft_pat_[\w-]+/,
  // An authenticator app's secret.
  /\b[A-Z2-7]{32}\b/,
  /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b(?: \/api[\w/{}.-]*)?/,
  /\b(?:profile|workspace|backup|billing|member|activity|account|support):[a-z]+/,
  /\bapplication\/[a-z]+/,
];
const apps = new Set(nodeCatalogue.map(({ displayName }) => displayName));

function ownWords({ account, ids }: PersonInState): Array<string | RegExp> {
  const { accountName, ticket, payment } = account;
  return [
    ticket.subject,
    payment.invoiceNumber,
    accountName,
    ...Object.values(ids),
    ...personalData,
    ...typed,
    ...code,
  ];
}

async function wordsFor(person: PersonInState, call: Call, what: string): Promise<string[]> {
  const client = browserLike(person);
  const path = typeof call.path === 'string' ? call.path : call.path(person.ids);
  const form = typeof call.form === 'function' ? call.form(person.ids) : call.form;
  const response = await client.request(path, {
    headers: { Accept: 'text/html', Origin: stack.portalUrl },
    ...(what === 'action' && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return [];
  expect(text, `${path} says nothing`).toContain('[!!! ');
  return english(text, ownWords(person)).map((word) => `${person.state.name}: ${word}`);
}

test.for(pages.filter(({ what }) => what === 'loader'))(
  '$title contains no hard-coded sentence',
  async (way) => {
    const found = await mapConcurrently(readersOf(way), (person) => wordsFor(person, way.call, way.what));
    expect([...new Set(found.flat())]).toEqual([]);
  },
);

/** Enough states to see each form refused and each role denied. */
const posting = statesOf('anonymous', 'trialing owner', 'active owner', 'member');

test.for(pages.filter(({ what }) => what === 'action'))(
  '$title answers without a hard-coded sentence',
  async (way) => {
    // A refused post changes nothing, so the people who only read can send it.
    const isRefused = (state: State) => expectAnswer(way, state, '/', false).isRefused;
    const fresh = await addPeopleIn(
      posting.filter((state) => !isRefused(state)),
      stack,
      database,
    );
    const refused = people.filter(({ state }) => posting.includes(state) && isRefused(state));
    const found = await mapConcurrently([...fresh, ...refused], (person) =>
      wordsFor(person, way.call, way.what),
    );
    expect([...new Set(found.flat())]).toEqual([]);
  },
);

test('a running workspace, its mails and its gateway pages contain no hard-coded sentence', async () => {
  const client = new PortalClient(stack);
  const { fields } = await client.register();
  const mailed = () => client.mails(fields.email);
  const [confirmation] = await eventually(async () => {
    const mails = await mailed();
    return mails.length > 0 && mails;
  });
  if (!confirmation) throw new Error('There is no mail.');
  await client.confirm(tokenIn(confirmation));
  const own = [fields.accountName, fields.fullName, ...personalData];
  const read = async (path: string) => english(await (await client.get(path)).text(), own);
  expect(await read('/account/setup')).toEqual([]);
  await answerSetUp(client);
  expect(await read('/account/launching')).toEqual([]);
  await client.post('/account/launching', {});
  await untilOnline(client);
  for (const path of [
    '/dashboard',
    '/manage',
    '/manage/status',
    '/manage/webhooks',
    '/manage/export',
    '/account',
    '/help',
  ]) {
    expect(await read(path), path).toEqual([]);
  }
  for (const { subject, html, text } of await mailed()) {
    expect(
      foreignWords([subject, ...wordsIn(html), ...text.split('\n')], [...addresses, ...zones, ...own]),
    ).toEqual([]);
  }
});
