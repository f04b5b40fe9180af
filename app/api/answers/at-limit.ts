import { z } from 'zod';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { atLimitChoices } from '#app/domain/billing/overage-form.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { readAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';
import { json } from '../plumbing/call.ts';
import { moneyFields } from './plan-change.ts';

const atLimit = z.strictObject({
  /** The account's choice. */
  atLimit: z.enum(atLimitChoices),
  /** The cap that was chosen, in thousands of executions a month; null before there was a choice to run on. */
  maxThousands: z.int().nullable(),
  /** The price of one thousand executions, with tax if the account is `taxInclusive`; null for a plan without paid executions. */
  unitPrice: z.strictObject(moneyFields).nullable(),
  /** Executions beyond the plan that run now: 0 while they are held. */
  maxExecutions: z.int(),
});

/** The choice at the limit, and its price. */
export const atLimitAnswer = json(atLimit, {
  atLimit: 'run_on',
  maxThousands: 10,
  unitPrice: { amount: 800, currency: 'USD' },
  maxExecutions: 10_000,
});

/** Reads what happens at the limit of the caller's account. */
export async function toAtLimit(
  { services }: RequestContext,
  viewer: Viewer,
): Promise<z.output<typeof atLimit>> {
  const { choice, unitPrice, terms } = await readAtLimit(services, viewer);
  const { maxThousands } = choice;
  return {
    atLimit: maxThousands === null ? 'hold' : 'run_on',
    maxThousands,
    unitPrice,
    maxExecutions: terms?.maxExecutions ?? 0,
  };
}
