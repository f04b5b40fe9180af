import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { besideViewer, idsOf } from '#db/read.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { db, stores } = await ownMemoryDatabase();
let ours: AccountRows;
let sent = 0;

beforeAll(async () => {
  const accounts = [0, 1].map(() => newAccount(db, { step: null, subscription: null }));
  await write(
    db,
    accounts.flatMap(({ statements }) => statements),
  );
  [ours] = accounts.map(({ account }) => account) as [AccountRows];
  const { batch, execute } = db.connection;
  db.connection.batch = (statements) => {
    sent += 1;
    return batch(statements);
  };
  db.connection.execute = (statement) => {
    sent += 1;
    return execute(statement);
  };
});

beforeEach(() => {
  sent = 0;
});

const ticketsBeside = () => besideViewer((ids) => stores.tickets.listOwn(ids, 10));

async function viewerOf(token: string, companion?: ReturnType<typeof ticketsBeside>['companion']) {
  return stores.sessions.viewer(await hashToken(token), Date.now(), companion);
}

async function readSignedIn(...[token, companion]: Parameters<typeof viewerOf>) {
  const state = await viewerOf(token, companion);
  if (state.kind !== 'signed-in') throw new Error(state.kind);
  return state.viewer;
}

test('a page’s read runs with its viewer’s, and finds only the viewer’s rows', async () => {
  const { companion, answerFor } = ticketsBeside();
  const viewer = await readSignedIn(ours.owner.token, companion);
  expect(viewer).toEqual(await readSignedIn(ours.owner.token));
  sent = 0;
  expect((await answerFor(viewer)).map(({ id }) => id)).toEqual([ours.ticket.id]);
  expect(sent).toBe(0);
});

test('another person of the same account has their own rows', async () => {
  const { companion, answerFor } = ticketsBeside();
  expect(await answerFor(await readSignedIn(ours.teammate.token, companion))).toEqual([]);
});

test('a read after its viewer’s takes its own round trip, with the same answer', async () => {
  const viewer = await readSignedIn(ours.owner.token);
  sent = 0;
  const answer = await ticketsBeside().answerFor(viewer);
  expect(answer.map(({ id }) => id)).toEqual([ours.ticket.id]);
  expect(sent).toBe(1);
  expect(answer).toEqual(await stores.tickets.listOwn(idsOf(viewer), 10));
});

test('an unknown token reads nothing and admits no one', async () => {
  const received: unknown[] = [];
  const state = await viewerOf(newToken(), (ids) => {
    const { statements } = stores.tickets.listOwn(ids, 10);
    return { statements, receive: (results) => received.push(...results) };
  });
  expect(state).toEqual({ kind: 'expired' });
  expect(received).toEqual([[]]);
  expect(sent).toBe(1);
});
