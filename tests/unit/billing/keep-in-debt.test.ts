import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { resubscribe } from '#app/use-cases/billing/end-subscription.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

// A cancelled subscription with an unpaid bill: the provider may want the bill paid before it undoes the cancellation
// (https://developer.paddle.com/errors/subscriptions/subscription_update_when_past_due).

const { db, raw, stores } = await ownMemoryDatabase();
let viewer: Viewer;
const now = Date.now();

beforeEach(async () => {
  for (const table of ['outbox', 'audit_events', 'accounts', 'users'])
    await raw.execute(`DELETE FROM ${table}`);
  const { account, statements } = newAccount(db, { step: null, subscription: 'past_due' });
  await write(db, statements);
  await raw.execute({ sql: 'UPDATE subscriptions SET cancels_at = ?', args: [now + DAY_MS] });
  await raw.execute({ sql: 'UPDATE sessions SET proved_at = ?', args: [now] });
  viewer = await viewerOf(db, account.owner.token);
});

const checkout = { transactionId: 'txn_1', url: 'https://pay.example/txn_1' };

/** Keeps the subscription, where the provider refuses the change with `code`. */
function keep(code: ErrorCode) {
  const ports = {
    ...stores,
    clock: { now: () => now },
    billingProvider: {
      undoCancel: () => Promise.reject(new AppError(code)),
      cardUpdate: async () => checkout,
    },
  } as unknown as Parameters<typeof resubscribe>[0];
  return resubscribe(ports, { viewer, client }, 'https://weft.example/manage/billing');
}

test('opens the checkout of the unpaid bill when the provider wants it paid first', async () => {
  await expect(keep('payment_details_outdated')).resolves.toMatchObject({ purpose: 'pay', checkout });
});

test('reports any other refusal', async () => {
  await expect(keep('plan_change_failed')).rejects.toMatchObject({ code: 'plan_change_failed' });
});
