import { and, desc, eq, sql } from 'drizzle-orm';
import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { OverageChoice } from '#app/domain/billing/overage.ts';
import type {
  OverageCharge,
  OverageChargeKey,
  OverageChargeStatus,
} from '#app/domain/billing/overage-charge.ts';
import { canonicalJson } from '#app/domain/encoding/canonical-json.ts';
import type { Db } from '../database.ts';
import type { IdOrQuery } from '../read.ts';
import { accounts, overageCharges, workspaces } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { queueFacts } from './queue-facts.ts';

/** The charges on the billing page: one year. */
const SHOWN_CHARGES = 13;

/** Payments beyond the plans; each method is one round trip. */
export function overageStore(db: Db) {
  return {
    /** Stores the choice at the limit, and sends it to the workspace. A repeated choice changes and records nothing. */
    async choose(by: ViewerAct, { maxThousands, prices }: OverageChoice, act: RecordedAct): Promise<void> {
      const { now, viewer } = by;
      const isAccount = sql`${accounts.id} = ${viewer.account.id}`;
      // Prices with their keys in another order are the same choice.
      const text = prices && canonicalJson(prices);
      const isDifferent = sql`(${accounts.overageMaxThousands}, ${accounts.overagePrices})
        IS NOT (${maxThousands}, coalesce(${text}, ${accounts.overagePrices}))`;
      const changes = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${isAccount} AND ${isDifferent})`;
      await db.batch({
        audit: viewerAuditRow(db, by, act, changes),
        facts: queueFacts(db, {
          reason: 'overage',
          now,
          where: sql`${workspaces.accountId} = ${viewer.account.id} AND ${changes}`,
        }),
        choice: db.run(sql`UPDATE ${accounts} SET overage_max_thousands = ${maxThousands},
          overage_prices = coalesce(${text}, ${accounts.overagePrices}) WHERE ${isAccount}`),
      });
    },

    /** @returns a closed month's charge; null without one. */
    async charge(key: OverageChargeKey): Promise<OverageCharge | null> {
      const [row] = await db.select().from(overageCharges).where(isCharge(key));
      return row ? chargeOf(row) : null;
    },

    /** Records the outcome of a charge. */
    async settle(key: OverageChargeKey, status: Exclude<OverageChargeStatus, 'due'>) {
      await db.update(overageCharges).set({ status }).where(isCharge(key));
    },
  };
}

/** The statement that reads an account's charges, newest first; `chargeOf` reads its rows. */
export function chargesOf(db: Db, accountId: IdOrQuery) {
  return db
    .select()
    .from(overageCharges)
    .where(eq(overageCharges.accountId, accountId))
    .orderBy(desc(overageCharges.month), desc(overageCharges.part))
    .limit(SHOWN_CHARGES);
}

function isCharge({ accountId, month, part }: OverageChargeKey) {
  return and(
    eq(overageCharges.accountId, accountId),
    eq(overageCharges.month, month),
    eq(overageCharges.part, part),
  );
}

export function chargeOf(row: typeof overageCharges.$inferSelect): OverageCharge {
  const { unitAmount, currency, ...charge } = row;
  return { ...charge, unitPrice: { amount: unitAmount, currency } };
}
