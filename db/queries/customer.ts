import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { can, roles } from '#app/domain/access/roles.ts';
import type { CustomerContact } from '#app/domain/billing/customer.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { memberships, subscriptions, users } from '../schema/index.ts';

const billingRoles = roles.filter((role) => can(role, 'billing:manage'));

/** The provider's customer of an account; each method is one round trip. */
export function customerStore(db: Db) {
  return {
    /**
     * @returns the account's current subscription until its end, null without one; whether another account is billed as the
     *   same customer; and who manages the account's bills, owners first.
     */
    async contacts(accountId: string): Promise<{
      subscriptionId: string | null;
      isShared: boolean;
      contacts: CustomerContact[];
    }> {
      const { found, contacts } = await db.batch({
        found: db
          .select({
            id: subscriptions.id,
            isShared: sql<number>`EXISTS (SELECT 1 FROM ${subscriptions} AS other
              WHERE other.customer_id = ${subscriptions}.customer_id AND other.account_id <> ${accountId}
                AND other.status <> 'deleted')`,
          })
          .from(subscriptions)
          .where(
            and(
              eq(subscriptions.accountId, accountId),
              eq(subscriptions.isCurrent, true),
              ne(subscriptions.status, 'deleted'),
            ),
          ),
        contacts: db
          .select({ userId: users.id, ...pick(users, 'email', 'name') })
          .from(memberships)
          .innerJoin(users, and(eq(users.id, memberships.userId), isNotNull(users.confirmedAt)))
          .where(and(eq(memberships.accountId, accountId), inArray(memberships.role, billingRoles)))
          .orderBy(desc(sql`${memberships.role} = 'owner'`), asc(memberships.createdAt), asc(users.id)),
      });
      const [subscription] = found;
      return {
        subscriptionId: subscription?.id ?? null,
        isShared: subscription?.isShared === 1,
        contacts,
      };
    },
  };
}
