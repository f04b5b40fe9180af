import { z } from 'zod';
import { billedPlanIds } from '#app/domain/billing/offer.ts';
import type { PostponedCharge } from '#app/domain/billing/postponed.ts';
import { epochMsSchema } from './wire.ts';

/**
 * `custom_data.postponed` of a subscription, which only our API key writes: with the items of a change, so that neither
 * exists without the other.
 */
const postponedSchema = z
  .object({
    paid: z.object({
      planId: z.enum(billedPlanIds),
      quota: z.object({ executions: z.int(), activeWorkflows: z.int() }).nullable(),
    }),
    until: epochMsSchema,
    settledBy: z.enum(['charge', 'nothing']).nullable(),
  })
  .transform((found): PostponedCharge => found);

const customDataSchema = z.looseObject({ postponed: postponedSchema.nullish().catch(null) });

/** @returns the record of the charge that waits, or once waited; null for none. */
export function postponedChargeOf(customData: unknown): PostponedCharge | null {
  return customDataSchema.safeParse(customData).data?.postponed ?? null;
}

/** @returns a subscription's custom data with another record, and all else as it is. */
export function withPostponed(customData: unknown, postponed: PostponedCharge): Record<string, unknown> {
  const known = z.record(z.string(), z.unknown()).safeParse(customData).data ?? {};
  return { ...known, postponed: { ...postponed, until: new Date(postponed.until).toISOString() } };
}
