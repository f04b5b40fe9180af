import { z } from 'zod';

/** An instant, UTC ms. */
const instant = z.number();
const count = z.number();

/** The terms on which executions run on beyond the plan's: how many a month, and the price of one thousand. */
export const overageTerms = z.strictObject({
  maxExecutions: count,
  unitPrice: z.strictObject({ amount: z.number(), currency: z.string() }),
});
export type OverageTerms = z.infer<typeof overageTerms>;

/** A plan or terms that came into force within a month. */
const overageChange = z.strictObject({
  /** The counter as it was then is read from the process before anything later is counted. */
  since: instant,
  /** The plan's executions a month from then on. */
  limit: count,
  terms: overageTerms,
});
export type OverageChange = z.infer<typeof overageChange>;

/** A month's executions beyond the plan's, which the account pays for. */
const overageMonth = z.strictObject({
  /** `YYYY-MM`, UTC. */
  month: z.string(),
  /** From 1; a month has a second part after a cancellation that was undone. */
  part: count,
  /** The plan's executions a month, as they were at the last reading; `UNPAID` before the choice to run on. */
  limit: count,
  /** The month's counter at the last reading. */
  counted: count,
  /** Charged at the end of the month. */
  executions: count,
  terms: overageTerms,
  /** Since the last reading, the oldest first: the counter of their time is not known yet. */
  changes: z.array(overageChange).readonly(),
});
export type OverageMonth = z.infer<typeof overageMonth>;

/** A month or part that is over, until its counter is read from `countFrom` on. `until`: when the next part began. */
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
