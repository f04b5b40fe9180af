import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import { advance, factsOf, MINUTE_MS, sendFacts, stubOf } from './support/workspace.ts';

/** Dates the acceptance of the object's only socket into the past. */
async function acceptSocket(facts: ReturnType<typeof factsOf>, agoMs: number): Promise<void> {
  await runInDurableObject(stubOf(facts), (_object, ctx) => {
    for (const socket of ctx.getWebSockets()) socket.serializeAttachment(Date.now() + 15 * MINUTE_MS - agoMs);
  });
}

async function listenTo(facts: ReturnType<typeof factsOf>) {
  const live = await listen(facts);
  const closed: CloseEvent[] = [];
  live.socket.addEventListener('close', (event) => {
    closed.push(event);
  });
  await soon(async () => expect(live.views()).toHaveLength(1));
  return { ...live, closed };
}

test.concurrent('the next push closes a socket after 15 minutes without sending it anything', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const live = await listenTo(facts);
  await acceptSocket(facts, 15 * MINUTE_MS);
  await advance(facts, 1_000);
  await soon(async () => expect(live.closed.map(({ code }) => code)).toEqual([1000]));
  expect(live.views()).toHaveLength(1);
});

test.concurrent('a younger socket gets the push and stays open', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const live = await listenTo(facts);
  await acceptSocket(facts, 14 * MINUTE_MS);
  await advance(facts, 1_000);
  await soon(async () => expect(live.views().length).toBeGreaterThan(1));
  expect(live.closed).toEqual([]);
});

test.concurrent('only billing contacts receive payment messages', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const billing = await listen(facts, 'session:ses_1 user:usr_1 billing');
  const member = await listen(facts, 'session:ses_2 user:usr_2');
  await soon(async () => expect([billing.views().length, member.views().length]).toEqual([1, 1]));
  await stubOf(facts).announcePayment('received');
  const news = { kind: 'payment', outcome: 'received' };
  await soon(async () => expect(billing.messages.map((message) => JSON.parse(message))).toContainEqual(news));
  // The next push follows the news on both connections.
  await advance(facts, 1_000);
  await soon(async () => expect(member.messages.length).toBeGreaterThan(1));
  expect(member.messages.map((message) => JSON.parse(message))).not.toContainEqual(news);
});

test.concurrent('each connection after the 100th replaces the one that ends first', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const began = Date.now();
  /** The numbers of the closed connections, in order. */
  const closed: number[] = [];
  for (let number = 1; number <= 103; number += 1) {
    // Two connections within a millisecond would end at the same time.
    const { socket } = await listen(facts, undefined, began + MINUTE_MS + number);
    socket.addEventListener('close', () => void closed.push(number));
  }
  await soon(async () => expect(closed).toEqual([1, 2, 3]));
});
