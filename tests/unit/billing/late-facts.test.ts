import type { Client } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { type SendFactsPorts, sendFacts } from '#app/use-cases/workspace/send-facts.ts';
import type { Db } from '#db/database.ts';
import { openStores } from '#db/stores.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

// A workspace's object can learn of a larger plan late. It counts the plan from the provider's change, so that no execution in between
// is paid for beyond the smaller plan.

let db: Db;
let raw: Client;

beforeAll(async () => {
  ({ db, raw } = await openMemoryDatabase());
});

afterAll(() => raw.close());

test('facts name the instant of the subscription’s last change, and not that of their delivery', async () => {
  const { account, statements } = newAccount(db, { step: null, subscription: 'active' });
  await write(db, statements);
  await raw.execute(`UPDATE workspaces SET cluster_id = 'eu-1'`);
  const stores = openStores(db);
  const received: Array<number | undefined> = [];
  const ports = {
    ...stores,
    workspaceObject: () => ({
      receiveFacts: async (facts: object, changedAt?: number) => {
        expect(facts).not.toHaveProperty('changedAt');
        received.push(changedAt);
        return { ok: true };
      },
    }),
  } as unknown as SendFactsPorts;
  const deliver = () => sendFacts(ports, { workspaceId: account.workspaceId });
  await deliver();
  const occurredAt = '2027-01-15T08:00:00.123456Z';
  const changedAt = Date.parse(occurredAt);
  const subscription = {
    providerId: `sub_${account.accountName}`,
    status: 'active' as const,
    planId: 'pro-2',
    period: 'monthly' as const,
    quota: null,
    currentPeriodEndsAt: changedAt + 24 * HOUR_MS,
    pausedAt: null,
    cancelsAt: null,
  };
  const snapshot = {
    subscription,
    claim: { accountId: null, reference: null },
    boughtBy: null,
    customerId: 'ctm_1',
    taxInclusive: false,
    updatedAt: occurredAt,
  };
  const event = {
    id: 'evt_1',
    type: 'subscription.updated',
    occurredAt,
    kind: 'subscription' as const,
    snapshot,
  };
  await stores.billing.receive([{ event, rawBody: '{}' }], changedAt + HOUR_MS);
  await deliver();
  expect(received).toEqual([undefined, changedAt]);
});
