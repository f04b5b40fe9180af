import { expect, test } from 'vitest';
import { MAX_CONNECTIONS } from '#app/domain/connections.ts';
import { gateHeaders } from '#app/domain/held-webhooks/answers.ts';
import { PARALLEL } from '#app/domain/held-webhooks/replay.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { heldWebhooksProcess } from '#app/integrations/workspace-process/held-webhooks.ts';
import { HeldWorld } from './held-world.ts';

/** @returns a `fetch` as a Durable Object has it: a call above the limit waits until another has its answer, or its own deadline passes. */
function limitConnections(answer: (url: string) => Promise<Response>): typeof fetch {
  let open = 0;
  const waiting = new Set<() => void>();
  return async (input, init) => {
    if (open < MAX_CONNECTIONS) open += 1;
    else {
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve);
        init?.signal?.addEventListener('abort', () => {
          waiting.delete(resolve);
          reject(new Error('The call waited too long.'));
        });
      });
    }
    try {
      return await answer(String(input));
    } finally {
      const [next] = waiting;
      if (next) waiting.delete(next);
      else open -= 1;
      next?.();
    }
  };
}

test('the gate is set while as many replays as possible wait for slow answers', async () => {
  let answerReplay: () => Promise<void> | void = () => {
    world.now += PARALLEL.slowMs;
  };
  let hanging = 0;
  const fetch = limitConnections(async (url) => {
    if (url.endsWith('/weft/gate')) return new Response(null, { status: 204 });
    await answerReplay();
    return new Response(null, { headers: { [gateHeaders.passed]: '1' } });
  });
  const world = new HeldWorld(
    heldWebhooksProcess({
      clusters: [{ id: new HeldWorld().facts.clusterId, ingressUrlTemplate: 'https://{workspace}.test' }],
      outbound: createOutbound({ fetch, clock: systemClock }),
      fetch,
      firstByteTimeoutMs: 100_000,
      signInKeyOf: async () => 'key',
    }),
  );
  const holdOnPaths = async (round: string, each: number) => {
    for (let index = 0; index < 10 * each; index += 1)
      await world.hold(`${round}-${index}`, `/webhook/${index % 10}`, new Uint8Array(1));
  };
  // Slow answers, until no more of them change the number of paths.
  await holdOnPaths('slow', (MAX_CONNECTIONS * PARALLEL.growAfter) / 10);
  await world.comeOnline();
  await expect.poll(() => new Set(Object.values(world.states()))).toEqual(new Set(['replayed']));

  world.goDown();
  await holdOnPaths('hanging', 1);
  const end = Promise.withResolvers<void>();
  answerReplay = () => {
    hanging += 1;
    return end.promise;
  };
  await world.comeOnline();
  await expect.poll(() => hanging).toBe(Math.min(PARALLEL.max, MAX_CONNECTIONS));
  const held = await world.hold('next', '/webhook/next', new Uint8Array(1), 'gate-closed');
  expect(held).toEqual({ kind: 'forward' });
  end.resolve();
  await expect.poll(() => new Set(Object.values(world.states()))).toEqual(new Set(['replayed']));
});
