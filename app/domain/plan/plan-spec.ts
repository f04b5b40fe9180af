import { z } from 'zod';
import { parseOptionalJson } from '../encoding/parse-json.ts';
import { AppError } from '../errors/app-error.ts';
import { type LicenseFeatures, planGroups, supportTiers, UNLIMITED } from './plan.ts';
import { planFeatures } from './plan-features.ts';

const limit = z.int().positive();
const quota = z.union([z.literal(UNLIMITED), limit]);

/** The name and kind of a plan (spec §3, "Plan spec"). */
const planNameSchema = z.object({
  id: z.string().min(1),
  displayName: z.string().min(1),
  group: z.enum(planGroups),
  version: z.int().positive(),
  slug: z.string().min(1),
  credentialsLimit: quota,
  supportTier: z.enum(supportTiers),
});
export type PlanName = z.infer<typeof planNameSchema>;

/** No schema here accepts undefined, the value of invalid JSON. */
const parseText = (value: unknown) => (typeof value === 'string' ? parseOptionalJson(value) : value);

/** The whole spec of a plan (spec §3, "Plan spec"); a custom quota replaces its limits. */
const planSpecSchema = planNameSchema.extend({
  monthlyExecutions: limit,
  activeWorkflows: limit,
  logRetentionDays: limit,
  licenseFeatures: z.preprocess(
    parseText,
    z.strictObject({ 'quota:users': quota }) satisfies z.ZodType<LicenseFeatures>,
  ),
  enabledFeatures: z.preprocess(parseText, z.array(z.enum(planFeatures))),
  userManagementEnabled: z.boolean(),
  allowCustomQuotas: z.boolean(),
});
export type PlanSpec = z.infer<typeof planSpecSchema>;

/** The limits of a plan. */
const planLimitsSchema = z.object({
  monthlyExecutions: limit,
  activeWorkflows: limit,
  concurrentExecutions: limit,
  memoryMib: limit,
  cpuMillicores: limit,
  logRetentionDays: limit,
});

/** More than the number of plans. */
const MAX_KNOWN = 100;

/** Every request reads its plan's row, so a row is parsed once. */
function specReader<Spec extends object>(schema: z.ZodType<Spec>): (planId: string, row: unknown) => Spec {
  const known = new Map<string, Spec>();
  return (planId, row) => {
    const text = JSON.stringify(row);
    const found = known.get(text);
    if (found) return found;
    const { data, error } = schema.safeParse(row);
    if (data === undefined) throw unreadable(planId, error);
    if (known.size < MAX_KNOWN) known.set(text, Object.freeze(data));
    return data;
  };
}

function unreadable(planId: string, error: z.ZodError | undefined): AppError {
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`);
  const cause = new Error(`The spec of the plan ${planId} cannot be read: ${wrong?.join('; ')}`);
  return new AppError('user_plan_not_loaded', { cause });
}

/** @param row null when the plan has none. @throws AppError user_plan_not_loaded: no workspace runs on guessed limits. */
export const planNameOf = specReader(planNameSchema);

/** Like `planNameOf`, for the whole spec. */
export const planSpecOf = specReader(planSpecSchema);

/** Like `planNameOf`, for the plan's limits. */
export const planLimitsOf = specReader(planLimitsSchema);
