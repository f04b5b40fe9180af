import type { Client } from '@libsql/client';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';

type EventOf<Kind> = Extract<ProviderEvent, { kind: Kind }>;

/** The account of the events, with the reference of its last checkout. */
export const accountId = 'acc_1';
const reference = 'chk_1';

/** The beginning of the events' time, UTC ms. */
export const start = Date.parse('2026-01-01T00:00:00Z');

/** A subscription to Starter. */
export function subscriptionWith(change: Partial<Subscription> = {}): Subscription {
  return {
    providerId: 'sub_1',
    status: 'active',
    planId: 'starter',
    period: 'monthly',
    quota: null,
    currentPeriodEndsAt: start + 30 * DAY_MS,
    pausedAt: null,
    cancelsAt: null,
    ...change,
  };
}

/** An event of the account's subscription. @param at ms since the start. */
export function subscriptionEvent(
  at: number,
  type: string,
  change: Partial<Subscription> = {},
): EventOf<'subscription'> {
  const event = eventAt(at, type);
  return {
    ...event,
    kind: 'subscription',
    snapshot: {
      subscription: subscriptionWith(change),
      claim: { accountId, reference },
      boughtBy: null,
      customerId: 'ctm_1',
      taxInclusive: false,
      updatedAt: event.occurredAt,
    },
  };
}

/** An event of a bill of the subscription. @param at ms since the start; each event has another card. */
export function paymentEvent(
  at: number,
  type: string,
  payment: Partial<Payment> = {},
): EventOf<'transaction'> {
  return {
    ...eventAt(at, type),
    kind: 'transaction',
    claim: { accountId: null, reference: null },
    subscriptionId: 'sub_1',
    isDunning: true,
    isBill: true,
    payment: {
      id: 'txn_1',
      date: start,
      total: { amount: 2_400, currency: 'USD' },
      status: 'paid',
      invoiceNumber: '1-1',
      ...payment,
    },
    method: { kind: 'card', brand: 'visa', lastFour: String(4_242 + at), expiry: '12/2029' },
  };
}

function eventAt(at: number, type: string) {
  return { id: `evt_${at}_${type}`, type, occurredAt: new Date(start + at).toISOString() };
}

/** Events as the portal receives them. */
export const received = (events: readonly ProviderEvent[]) =>
  events.map((event) => ({ event, rawBody: '{}' }));

const tables = [
  'audit_events',
  'provider_events',
  'payments',
  'payment_methods',
  'subscriptions',
  'workspaces',
  'memberships',
  'accounts',
  'users',
  // Last: the deletion of the others writes to it.
  'outbox',
];

/** Empties a database, and adds the account. @param more statements after that. */
export async function resetAccount(raw: Client, more: Parameters<Client['batch']>[0] = []): Promise<void> {
  const clear = tables.map((table) => `DELETE FROM ${table}`);
  await raw.batch([...clear, ...insertAccounts(['']), ...more], 'write');
}

/** @returns statements that add accounts, each with an owner and a workspace, with these id endings. */
export function insertAccounts(endings: readonly string[]) {
  const each = (columns: string, values: string) => ({
    sql: `INSERT INTO ${columns} SELECT ${values} FROM json_each(?)`,
    args: [JSON.stringify(endings)],
  });
  return [
    each(
      'users (id, username, name, email, email_normalized, password_hash, wants_newsletter, confirmed_at, confirmation_sent_at, created_at)',
      `'usr_1' || value, 'ada' || value, 'Ada', 'ada@example.com', 'ada@example.com' || value, '', 0, 1, 1, 1`,
    ),
    each(
      'accounts (id, name, plan_id, timezone, created_at, trial_started_at, checkout_reference)',
      `'${accountId}' || value, 'ada' || value, 'trial-1', 'Etc/UTC', 1, 1, '${reference}' || value`,
    ),
    each(
      'memberships (user_id, account_id, role, created_at)',
      `'usr_1' || value, '${accountId}' || value, 'owner', 1`,
    ),
    each(
      'workspaces (id, account_id, name, created_at)',
      `'wks_1' || value, '${accountId}' || value, 'ada' || value, 1`,
    ),
  ];
}
