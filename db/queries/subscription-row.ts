import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { pick } from '#app/domain/pick.ts';
import { type accounts, subscriptions } from '../schema/index.ts';

/** The columns that `subscriptionOf` reads. */
export const subscriptionColumns = {
  providerId: subscriptions.id,
  ...pick(subscriptions, 'status', 'planId', 'period', 'currentPeriodEndsAt', 'pausedAt', 'cancelsAt'),
  ...pick(subscriptions, 'executionsQuota', 'workflowsQuota'),
};

/** @returns the domain's subscription, whose quota is one value or null. */
export function subscriptionOf(
  row: Omit<Subscription, 'quota'> & { executionsQuota: number | null; workflowsQuota: number | null },
): Subscription {
  const { executionsQuota, workflowsQuota, ...rest } = row;
  const quota =
    executionsQuota !== null && workflowsQuota !== null
      ? { executions: executionsQuota, activeWorkflows: workflowsQuota }
      : null;
  return { ...rest, quota };
}

/** @returns the join of an account with its current subscription. */
export function currentSubscriptionOf(accountId: typeof accounts.id) {
  return and(eq(subscriptions.accountId, accountId), sql`${subscriptions.isCurrent} = 1`);
}

/** A condition: the account pays for the subscription, so another one would be charged in addition. */
export const isPaying = inArray(subscriptions.status, ['active', 'trialing', 'past_due']);

/** @returns a condition: the row is the subscription as it was read. */
export function equalsSubscription({ quota, ...read }: Subscription): SQL {
  const values = {
    ...read,
    executionsQuota: quota?.executions ?? null,
    workflowsQuota: quota?.activeWorkflows ?? null,
  } satisfies Record<keyof typeof subscriptionColumns, unknown>;
  const names = Object.keys(subscriptionColumns) as Array<keyof typeof subscriptionColumns>;
  return sql.join(
    names.map((name) => sql`${subscriptionColumns[name]} IS ${values[name]}`),
    sql` AND `,
  );
}
