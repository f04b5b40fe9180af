import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { HeldWorld } from './held-world.ts';

/** Number of paths with counters of their own. */
const COUNTED_PATHS = 1_000;

/** Sends a webhook whose body is too large to be held. */
async function sendTooLarge(world: HeldWorld, path: string): Promise<void> {
  const request = { id: path, path, method: 'POST', search: '', headers: [], from: '::1' };
  const answer = await world.held.hold(
    { ...request, body: null, size: MAX_BODY_BYTES + 1, signal: 'unreachable' },
    async () => null,
  );
  expect(answer.kind).toBe('refused');
}

const countersOf = (world: HeldWorld) =>
  world.storage.db.prepare('SELECT path, refused FROM held_hours').all();

test('refused invented paths leave room for others after a week, even if nothing was ever held', async () => {
  const world = new HeldWorld();
  for (let path = 0; path < COUNTED_PATHS; path += 1) await sendTooLarge(world, `/webhook/junk-${path}`);
  await world.pass(8 * DAY_MS);
  await sendTooLarge(world, '/webhook/real');
  expect(countersOf(world)).toEqual([{ path: '/webhook/real', refused: 1 }]);
});

test('addresses of single executions do not push the path of a webhook off the screen', async () => {
  const world = new HeldWorld();
  for (let execution = 0; execution < 150; execution += 1)
    expect(await world.send(`hld_${execution}`, `/webhook-waiting/${execution}`)).toBe('held');
  await sendTooLarge(world, '/webhook/real');
  await world.comeOnline();
  await world.pass(MINUTE_MS);
  const { paths, totals } = world.held.list(world.state, { accountId: '' });
  expect([totals.replayed, paths.map(({ path }) => path)]).toEqual([150, ['/webhook/real']]);
});
