import { z } from 'zod';
import type { OverageTerms } from '../billing/overage.ts';
import type { OverageMonth } from '../usage/overage.ts';

/** An instant, UTC ms. */
const instant = z.number();
const count = z.number();

/** The terms on which executions run on beyond the plan's. */
export const overageTerms = z.strictObject({
  maxExecutions: count,
  unitPrice: z.strictObject({ amount: z.number(), currency: z.string() }),
}) satisfies z.ZodType<OverageTerms>;

const overageMonth = z.strictObject({
  month: z.string(),
  part: count,
  limit: count,
  counted: count,
  executions: count,
  terms: overageTerms,
  changes: z.array(z.strictObject({ since: instant, limit: count, terms: overageTerms })).readonly(),
}) satisfies z.ZodType<OverageMonth>;

/**
 * A month or part that is over, until its counter is read: from `countFrom` on. `until`: when the next part of its month began,
 * UTC ms.
 */
const endedOverage = overageMonth.extend({ countFrom: instant, until: instant.exactOptional() });
export type EndedOverage = z.infer<typeof endedOverage>;

/** Executions beyond the plan's that the account pays for. */
export const overageState = z.strictObject({
  /** Null while the account pays for none. */
  current: overageMonth.nullable(),
  /** The oldest first. */
  endings: z.array(endedOverage).readonly(),
  /** The last settled month. */
  last: z.strictObject({ month: z.string(), part: count }).nullable(),
  /** The mails of a month. */
  mailed: z
    .strictObject({
      month: z.string(),
      templates: z.array(z.enum(['overage_begun', 'overage_cap'])).readonly(),
    })
    .nullable(),
});

export type OverageState = z.infer<typeof overageState>;
