import { z } from 'zod';
import { acrossFields, fieldError } from '../errors/field-errors.ts';
import { wholeNumber } from '../forms/whole-number.ts';
import { MAX_OVERAGE_THOUSANDS } from './overage.ts';

/** The options at the limit of a plan. */
export const atLimitChoices = ['hold', 'run_on'] as const;

function within(min: number, max: number, error: string) {
  return wholeNumber(error).pipe(z.number().min(min, error).max(max, error));
}

const fields = {
  atLimit: z.enum(atLimitChoices, fieldError('choose_one')),
  /** The cap. */
  maxThousands: within(1, MAX_OVERAGE_THOUSANDS, fieldError('overage_cap')).optional(),
  /** Minor units, for one thousand. */
  unitAmount: within(0, 1_000_000_000, fieldError('overage_price')).optional(),
  currency: z
    .string(fieldError('overage_price'))
    .regex(/^[A-Z]{3}$/, fieldError('overage_price'))
    .optional(),
};

const needsCap = [
  ({ atLimit, maxThousands }: { atLimit: string; maxThousands?: number | undefined }) =>
    atLimit === 'hold' || maxThousands !== undefined,
  acrossFields(['maxThousands'], fieldError('overage_cap')),
] as const;

/** The form. Running on includes the price that was shown, so that no other is agreed to; holding needs nothing else. */
export const overageChoiceSchema = z.object(fields).refine(...needsCap);
/** The same as the API's body. */
export const overageBodySchema = z.strictObject(fields).refine(...needsCap);
export type OverageRequest = z.infer<typeof overageChoiceSchema>;

/** @returns a choice as the account's activity stores it: `hold`, or `run_on/20` with the cap in thousands. */
export function overageChoiceText({ atLimit, maxThousands }: OverageRequest): string {
  return atLimit === 'hold' ? 'hold' : `run_on/${maxThousands}`;
}
