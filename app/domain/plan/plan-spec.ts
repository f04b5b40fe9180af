import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { planGroups } from './plan.ts';

const limit = z.int().positive();

/** What names a plan, and says what kind it is (spec §3, "Plan spec"). */
const planNameSchema = z.object({
  id: z.string().min(1),
  displayName: z.string().min(1),
  group: z.enum(planGroups),
  version: z.int().positive(),
  slug: z.string().min(1),
});
export type PlanName = z.infer<typeof planNameSchema>;

/** What a plan allows. */
const planLimitsSchema = z.object({
  monthlyExecutions: limit,
  activeWorkflows: limit,
  concurrentExecutions: limit,
  memoryMib: limit,
  cpuMillicores: limit,
  logRetentionDays: limit,
});
type PlanLimits = z.infer<typeof planLimitsSchema>;

/**
 * @param row of the plan that `planId` names; null when there is none.
 * @throws AppError user_plan_not_loaded for what is no plan's spec: nobody is let run on limits that nobody set.
 */
export function planNameOf(planId: string, row: unknown): PlanName {
  return read(planNameSchema, planId, row);
}

/** The same of what the plan allows. */
export function planLimitsOf(planId: string, row: unknown): PlanLimits {
  return read(planLimitsSchema, planId, row);
}

function read<Spec>(schema: z.ZodType<Spec>, planId: string, row: unknown): Spec {
  const { data, error } = schema.safeParse(row);
  if (data !== undefined) return data;
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`);
  const cause = new Error(`The spec of the plan ${planId} cannot be read: ${wrong?.join('; ')}`);
  throw new AppError('user_plan_not_loaded', { cause });
}
