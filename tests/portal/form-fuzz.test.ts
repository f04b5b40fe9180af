import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type AccountRows, dumpOf, newAccount, openRows, write } from '../support/account-rows.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { createSizeCheck, fieldsOf, pathOf, postedPages } from '../support/form-posts.ts';
import { brokenMultipart, type HostileEntry, hostileEntries, multipartOf } from '../support/hostile-form.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { addPersonInEachState, browserLike, idsOf, type PersonInState } from '../support/states.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openRows(portal.databaseUrl);
const sqlClient = openTestDatabase(portal.databaseUrl);
afterAll(() => sqlClient.close());

/** `WEFT_FUZZ=20000 vitest run --project portal tests/portal/form-fuzz.test.ts` posts more. */
const POSTS = Number(process.env.WEFT_FUZZ ?? 500);
const SEED = Number(process.env.WEFT_FUZZ_SEED ?? 20_261_122);
const BATCH = 500;
/** The provider does not know a subscription that only the sqlClient has; its failure would count as a fault. */
const isUsable = ({ state }: Pick<PersonInState, 'state'>) => state.subscription === null;
/** Each setup step has its own pages, and so has a sign-in that still needs its second factor. */
const seesOneWay = ({ state }: PersonInState) =>
  ['none', 'due'].includes(state.cookie) ||
  (state.role === 'owner' && state.cookie === 'live' && isUsable({ state }));

/** An account that every form may name, and no form may reach. */
let victim: AccountRows;
let victimBefore: unknown;
let paying: PortalClient;

beforeAll(async () => {
  const foreign = newAccount(database, { step: null, subscription: 'past_due' });
  await write(database, foreign.statements);
  victim = foreign.account;
  victimBefore = await dumpOf(database, [victim.accountId]);
  paying = (await payingOwner(portal, sqlClient)).client;
});

const calls = postedPages.flatMap(({ id, calls, names }) => calls.map((call) => ({ id, call, names })));

/** A browser's encodings, and broken ones. */
const encodings = ['urlencoded', 'urlencoded', 'multipart', 'multipart', 'broken'] as const;

/** A call's posts as plain data, so that a failure can be read and sent again. */
const postsOf = ({ id, call, names }: (typeof calls)[number]) =>
  fc.record({
    id: fc.constant(id),
    call: fc.constant(call),
    who: fc.nat(),
    namesVictim: fc.boolean(),
    /** Which of the call's fields keep their values. */
    kept: fc.constantFrom('all', 'all', 'first', 'none'),
    entries: fc.oneof({ weight: 8, arbitrary: hostileEntries(names) }, fc.constant<HostileEntry[]>([])),
    encoding: fc.constantFrom(...encodings),
    fault: fc.constantFrom(...brokenMultipart.faults),
    asData: fc.boolean(),
  });
type Post = ReturnType<typeof postsOf> extends fc.Arbitrary<infer Value> ? Value : never;

/** Of each call in turn, so that few posts suffice to try all. */
const posts = calls.map(postsOf);
function samplePosts(from: number, to: number): Post[] {
  return Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    const post = posts[number % posts.length];
    if (!post) throw new Error('There is no form.');
    return fc.sample(post, { seed: SEED + number, numRuns: 1 });
  }).flat();
}

interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

function bodyOf({ encoding, fault, entries }: Post, kept: [string, string][]): Body {
  const all = [...kept.map(([name, value]) => ({ name, value, fileName: null })), ...entries];
  if (encoding === 'broken') return brokenMultipart.of(all, fault);
  if (encoding === 'multipart') return multipartOf(all);
  const text = new URLSearchParams(all.map(({ name, value }): [string, string] => [name, value])).toString();
  return { bytes: new TextEncoder().encode(text), type: 'application/x-www-form-urlencoded' };
}

/** @returns the fault of the response; null without one. */
async function faultWith(
  post: Post,
  people: readonly PersonInState[],
  isTooLarge: Awaited<ReturnType<typeof createSizeCheck>>,
): Promise<string | null> {
  const person = people[post.who % people.length];
  if (!person) throw new Error('Nobody is there.');
  const client = browserLike(person);
  const isPaying = post.who % 5 === 0;
  if (isPaying) client.cookies.set('token', paying.cookies.get('token') ?? '');
  // Keeps the session for the other posts.
  if (post.id === 'routes/sign-out') client.cookies.clear();
  const ids = post.namesVictim ? idsOf(victim) : person.ids;
  const fields = fieldsOf(post.call, ids);
  const kept = post.kept === 'all' ? fields : post.kept === 'first' ? fields.slice(0, 1) : [];
  const { bytes, type } = bodyOf(post, kept);
  const path = pathOf(post.call, ids);
  const asked = post.asData ? `${path}${path.includes('?') ? '&' : '?'}_data=${post.id}` : path;
  const send = () =>
    client.request(asked, {
      method: 'POST',
      headers: { Origin: portal.portalUrl, 'Content-Type': type, Accept: 'text/html' },
      body: bytes,
    });
  // A kept-alive connection may close just as it is reused; a request that crashes the portal does so twice.
  const answer = await send().catch(send);
  const answered = (await answer.clone().arrayBuffer()).byteLength;
  if (answer.status >= 500) return `${answer.status}: ${(await answer.text()).slice(0, 300)}`;
  const sent = bytes.byteLength;
  const isAmplified = await isTooLarge(post.id, path, { sent, answered });
  return isAmplified ? `${answer.status} with ${answered} bytes to ${sent}` : null;
}

test(`${POSTS} posts: no 5xx, no amplified answer, no change to another account`, async () => {
  console.info(`The seed is ${SEED}; WEFT_FUZZ_SEED sets another.`);
  const seen = new Set<string>();
  const faults: string[] = [];
  const viewers = (await addPersonInEachState(portal, database))
    .filter(seesOneWay)
    .map(({ client }) => client);
  const isTooLarge = await createSizeCheck([...viewers, paying]);
  for (let done = 0; done < POSTS && faults.length === 0; done += BATCH) {
    const people = (await addPersonInEachState(portal, database)).filter(isUsable);
    const batch = samplePosts(done, Math.min(done + BATCH, POSTS));
    await mapConcurrently(batch, async (post) => {
      seen.add(`${post.id} ${post.call.as ?? ''}`);
      const fault = await faultWith(post, people, isTooLarge).catch(
        (error: Error) => `${error} ${error.cause ?? ''}`,
      );
      const { call, entries, ...rest } = post;
      const shown = JSON.stringify(entries.slice(0, 5)).slice(0, 600);
      if (fault)
        faults.push(`${call.as ?? ''} ${JSON.stringify(rest)} ${entries.length} ${shown}\n  ${fault}`);
    });
    console.info(`${Math.min(done + BATCH, POSTS)} posts were sent.`);
    expect(await dumpOf(database, [victim.accountId]), `up to ${done + BATCH}`).toEqual(victimBefore);
  }
  expect(faults).toEqual([]);
  expect([...seen].sort()).toEqual(
    [...new Set(calls.map(({ id, call }) => `${id} ${call.as ?? ''}`))].sort(),
  );
}, 3_600_000);
