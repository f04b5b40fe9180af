import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { accounts, memberships, subscriptions, users } from '../schema/index.ts';
import { billingRoles } from './billing-event-mails.ts';

/** The provider's customer of an account; each method is one round trip. */
export function customerStore(db: Db) {
  return {
    /**
     * @param formerId the user whose e-mail the customer may have.
     * @returns the account's current subscription, whether another account is billed as the same customer or may be soon (the user
     *   manages its bills, and it has a checkout without a purchase), and who manages the account's bills, owners first; null without a subscription or once it
     *   has ended.
     */
    async contacts(accountId: string, formerId: string) {
      const contacts = await db
        .select({
          subscriptionId: subscriptions.id,
          isShared: sql<number>`EXISTS (SELECT 1 FROM ${subscriptions} AS other
            WHERE other.customer_id = ${subscriptions.customerId} AND other.account_id <> ${accountId}
              AND other.status <> 'deleted')
            OR EXISTS (SELECT 1 FROM ${memberships} AS elsewhere JOIN ${accounts} AS open ON open.id = elsewhere.account_id
            WHERE elsewhere.user_id = ${formerId} AND elsewhere.role IN ${billingRoles} AND open.id <> ${accountId}
              AND open.checkout_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${subscriptions} AS bought
                WHERE bought.account_id = open.id AND bought.checkout_reference = open.checkout_reference))`,
          userId: users.id,
          ...pick(users, 'email', 'name'),
        })
        .from(subscriptions)
        .innerJoin(memberships, eq(memberships.accountId, subscriptions.accountId))
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(
          and(
            eq(subscriptions.accountId, accountId),
            eq(subscriptions.isCurrent, true),
            ne(subscriptions.status, 'deleted'),
            inArray(memberships.role, billingRoles),
            isNotNull(users.confirmedAt),
          ),
        )
        .orderBy(desc(sql`${memberships.role} = 'owner'`), memberships.createdAt, users.id);
      const [first] = contacts;
      return first ? { ...first, isShared: first.isShared === 1, contacts } : null;
    },
  };
}
