import { expect, test } from 'vitest';
import type { HeldDetail } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { soon } from './support/eventually.ts';
import { hold, listHeld } from './support/held.ts';
import { comeOnline, factsOf, sendFacts, stubOf, unwrap } from './support/workspace.ts';

async function archiveOf(facts: InstanceFacts): Promise<HeldDetail[]> {
  const { accountId } = facts;
  const stream = unwrap<ReadableStream<Uint8Array>>(await stubOf(facts).archiveHeld({ accountId }));
  const lines = (await new Response(stream).text()).split('\n').filter(Boolean);
  return lines.map((line): HeldDetail => JSON.parse(line));
}

test('the archive contains each held request with its whole body, oldest first, for its account only', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const secret = 's3cret';
  const bodies = [
    new TextEncoder().encode('{"order":17}'),
    crypto.getRandomValues(new Uint8Array(1_000)),
    new Uint8Array(200_000).fill(120),
    new Uint8Array(),
  ];
  const sent = [];
  for (const body of bodies) {
    const headers = [['authorization', `Bearer ${secret}`]] as const;
    sent.push(await hold(facts, { body, headers, search: `?token=${secret}` }));
  }
  const archive = await archiveOf(facts);
  expect(archive.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  expect(JSON.stringify(archive)).not.toContain(secret);
  expect(
    archive.map(
      ({ body }) => body && Buffer.from(body.content, body.encoding === 'text' ? 'utf8' : 'base64'),
    ),
  ).toEqual(bodies.map((body) => (body.byteLength === 0 ? null : Buffer.from(body))));
  expect(await stubOf(facts).archiveHeld({ accountId: 'acc_other' })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });

  await comeOnline(facts);
  await soon(async () => expect((await listHeld(facts)).totals.waiting).toBe(0));
  // A replayed request's content is deleted.
  expect(await archiveOf(facts)).toMatchObject(
    sent.map(({ id }) => ({ id, state: 'replayed', hasContent: false, headers: null, body: null })),
  );
});
