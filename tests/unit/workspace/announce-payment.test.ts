import { expect, test } from 'vitest';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { announcePayment } from '#app/use-cases/workspace/deliver-messages.ts';

const NOW = Date.UTC(2026, 10, 23);

async function announceAfter(ageMs: number) {
  const announced: unknown[] = [];
  const ports = {
    clock: { now: () => NOW },
    workspaceObject: (workspaceId: string) => ({
      announcePayment: async (outcome: string) => void announced.push([workspaceId, outcome]),
    }),
  };
  await announcePayment(ports, { workspaceId: 'wks_1', outcome: 'received' }, NOW - ageMs);
  return announced;
}

test('announces a payment to its workspace’s live connections', async () => {
  expect(await announceAfter(MINUTE_MS)).toEqual([['wks_1', 'received']]);
});

test('drops payment messages that waited too long in the outbox', async () => {
  expect(await announceAfter(6 * MINUTE_MS)).toEqual([]);
});
