import { type SQL, sql } from 'drizzle-orm';
import { subscriptionRanks } from '#app/domain/billing/current-subscription.ts';
import { type ProviderEvent, sortableInstant } from '#app/domain/billing/provider-event.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import { accounts, plans, subscriptions, workspaces } from '../schema/index.ts';
import { accountOf } from './billing-event-account.ts';
import {
  contactData,
  type EventWrite,
  keepPrevious,
  mailBillingContacts,
  planName,
} from './billing-event-mails.ts';
import { queueFacts } from './queue-facts.ts';

/**
 * The statements that apply events of subscriptions. Each subscription keeps its newest event, and the account gets the
 * plan of its current subscription. Its workspace gets the facts, and its billing contacts get the mails.
 */
export function subscriptionStatements(db: Db, events: readonly ProviderEvent[], write: EventWrite) {
  const rows = events.filter((event) => event.kind === 'subscription').map(subscriptionRow);
  if (rows.length === 0) return [];
  const json = JSON.stringify(rows);
  const ids = JSON.stringify([...new Set(rows.map(({ providerId }) => providerId))]);
  /** The subscriptions that this write changed. */
  const selectChanged = (columns: SQL) => sql`SELECT ${columns} FROM json_each(${ids}) AS named
    INNER JOIN ${subscriptions} ON ${subscriptions.id} = named.value AND ${subscriptions.appliedBy} = ${write.id}`;
  const theirAccounts = selectChanged(sql`${subscriptions.accountId}`);
  return [
    keepTheNewest(db, json, write),
    ...chooseTheCurrent(db, theirAccounts),
    // The workspace gets its new limits, and until when it can run.
    ...queueFacts(db, {
      reason: 'billing',
      now: write.now,
      write: write.id,
      where: sql`${workspaces.accountId} IN (${theirAccounts})`,
    }),
    ...mails(db, selectChanged(sql`${subscriptions}.*`), write),
  ];
}

/** @returns the subscription of an event, as the statements read it from JSON. */
export function subscriptionRow({ id, occurredAt, snapshot }: ProviderEvent & { kind: 'subscription' }) {
  const { claim, boughtBy, customerId, taxInclusive, subscription } = snapshot;
  const { quota, ...rest } = subscription;
  return {
    id,
    at: sortableInstant(occurredAt),
    ...claim,
    boughtBy,
    customerId,
    taxInclusive,
    ...rest,
    executions: quota?.executions ?? null,
    activeWorkflows: quota?.activeWorkflows ?? null,
  };
}

/** Skips unknown accounts and plans. A known subscription stays with its account. */
function keepTheNewest(db: Db, json: string, write: EventWrite) {
  return db.run(sql`INSERT INTO ${subscriptions} (id, account_id, customer_id, checkout_reference, status, plan_id, period, tax_inclusive,
      executions_quota, workflows_quota, current_period_ends_at, paused_at, cancels_at, is_current, event_at, event_id, applied_by)
    SELECT value ->> 'providerId', ${accounts.id}, value ->> 'customerId', value ->> 'reference', value ->> 'status', ${plans.id},
      value ->> 'period', value ->> 'taxInclusive', value ->> 'executions', value ->> 'activeWorkflows', value ->> 'currentPeriodEndsAt',
      value ->> 'pausedAt', value ->> 'cancelsAt', 0, value ->> 'at', value ->> 'id', ${write.id}
    FROM json_each(${json}) AS received
      INNER JOIN ${accounts} ON ${accounts.id} = ${accountOf({ subscriptionId: 'providerId', transactionId: 'boughtBy' })}
      INNER JOIN ${plans} ON ${plans.id} = value ->> 'planId'
    WHERE true
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id,
      status = excluded.status, plan_id = excluded.plan_id, period = excluded.period,
      tax_inclusive = excluded.tax_inclusive,
      executions_quota = excluded.executions_quota, workflows_quota = excluded.workflows_quota,
      current_period_ends_at = excluded.current_period_ends_at, paused_at = excluded.paused_at,
      cancels_at = excluded.cancels_at, event_at = excluded.event_at,
      event_id = excluded.event_id, applied_by = excluded.applied_by,
      ${keepPrevious('status')}, ${keepPrevious('cancels_at')}
    WHERE (event_at, event_id) < (excluded.event_at, excluded.event_id)`);
}

/** Makes the subscription with the lowest of `subscriptionRanks` and the newest event the current one. */
function chooseTheCurrent(db: Db, theirAccounts: SQL) {
  const ranks = Object.entries(subscriptionRanks).map(([status, rank]) => sql` WHEN ${status} THEN ${rank}`);
  // A paused or ended subscription does not replace a plan by agreement.
  const hasAgreement = sql`${accounts.planId} IN (SELECT id FROM ${plans} WHERE plan_group = 'enterprise')`;
  const current = sql`(SELECT best.id FROM ${subscriptions} AS best WHERE best.account_id = ${accounts.id}
    AND NOT (best.status IN ('paused', 'deleted') AND ${hasAgreement})
    ORDER BY CASE best.status ${sql.join(ranks)} END, best.event_at DESC, best.event_id DESC
    LIMIT 1)`;
  return [
    db.run(sql`UPDATE ${subscriptions} SET is_current = 0 WHERE ${subscriptions.accountId} IN (${theirAccounts})
      AND ${subscriptions.isCurrent} = 1`),
    db.run(sql`UPDATE ${subscriptions} SET is_current = 1 WHERE ${subscriptions.id} IN
      (SELECT ${current} FROM ${accounts} WHERE ${accounts.id} IN (${theirAccounts}))`),
    db.run(sql`UPDATE ${accounts} SET plan_id = mine.plan_id, customer_id = coalesce(mine.customer_id, ${accounts.customerId}),
      tax_inclusive = mine.tax_inclusive FROM ${subscriptions} AS mine
      WHERE mine.account_id = ${accounts.id} AND mine.is_current = 1 AND ${accounts.id} IN (${theirAccounts})`),
  ];
}

/** The mails about what this write changed of a subscription. */
function mails(db: Db, changed: SQL, { now }: EventWrite) {
  const pausedAt = sql<number>`coalesce(about.paused_at, about.current_period_ends_at)`;
  const where = (condition: SQL) => sql`(${changed}) AS about WHERE ${condition}`;
  const isResubscribed = sql`EXISTS (SELECT 1 FROM ${subscriptions} AS paused
    WHERE paused.account_id = about.account_id AND paused.id <> about.id AND paused.status = 'paused')`;
  // Also earlier than scheduled; the provider's instant differs from the schedule's by seconds.
  const isCancelled = sql`about.cancels_at < coalesce(about.previous_cancels_at - ${DAY_MS}, about.cancels_at + 1)`;
  const isStarted = sql`about.status = 'active' AND about.previous_status IS NULL`;
  const welcome = { data: { ...contactData, planName }, subject: 'welcome', of: sql`about.id` } as const;
  const about = where(sql`${isStarted} AND ${isResubscribed}`);
  return [
    // Both mails share an id: a person who resubscribed is not welcomed.
    mailBillingContacts(db, now, { ...welcome, template: 'subscription_resumed', about }),
    mailBillingContacts(db, now, { ...welcome, template: 'plan_welcome', about: where(isStarted) }),
    mailBillingContacts(db, now, {
      template: 'subscription_paused',
      data: { ...contactData, date: pausedAt },
      subject: 'paused',
      of: sql`about.event_id`,
      about: where(
        sql`about.status = 'paused' AND about.previous_status IS NOT 'paused' AND about.is_current = 1`,
      ),
    }),
    mailBillingContacts(db, now, {
      template: 'subscription_cancelled',
      data: { ...contactData, planName, date: sql<number>`about.cancels_at` },
      subject: 'cancelled',
      of: sql`about.event_id`,
      // The end of a subscription that was replaced needs no mail.
      about: where(sql`${isCancelled} AND (about.is_current = 1 OR about.status <> 'deleted')`),
    }),
  ];
}
