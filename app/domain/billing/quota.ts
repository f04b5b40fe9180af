import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';
import { wholeNumber } from '../forms/whole-number.ts';

/** The monthly limits of a custom plan (design §4, "Plans"). */
export interface Quota {
  executions: number;
  activeWorkflows: number;
}

/** Plan data: above either maximum the sales-talk dialog opens. */
export const quotaBounds = {
  executions: { min: 10_000, max: 250_000, step: 1_000 },
  activeWorkflows: { min: 20, max: 500, step: 1 },
} as const satisfies Record<keyof Quota, { min: number; max: number; step: number }>;

function within({ min, max, step }: { min: number; max: number; step: number }) {
  return wholeNumber(fieldError('quota_number')).pipe(
    z
      .number()
      .min(min, fieldError('quota_too_small'))
      .max(max, fieldError('quota_too_large'))
      .refine((value) => (value - min) % step === 0, fieldError('quota_step')),
  );
}

/** A custom quota (spec §5): both required and numeric, within their bounds and steps. */
export const quotaSchema = z.object({
  executions: within(quotaBounds.executions),
  activeWorkflows: within(quotaBounds.activeWorkflows),
});

/** Thousands of executions and workflows beyond the plan's minimum. */
interface Extras {
  thousands: number;
  workflows: number;
}

/** @returns what a quota has beyond the plan's minimum. */
export function chargedUnits({ executions, activeWorkflows }: Quota): Extras {
  return {
    thousands: (executions - quotaBounds.executions.min) / quotaBounds.executions.step,
    workflows: activeWorkflows - quotaBounds.activeWorkflows.min,
  };
}

/** @returns the quota of this many extras. */
export function quotaOf(extras: Extras): Quota {
  return {
    executions: quotaBounds.executions.min + extras.thousands * quotaBounds.executions.step,
    activeWorkflows: quotaBounds.activeWorkflows.min + extras.workflows,
  };
}
