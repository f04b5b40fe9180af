import type { Viewer } from '#app/domain/access/viewer.ts';
import { logLine } from '#app/domain/encoding/log-line.ts';

/**
 * Logs an account that is billed for another plan than the one whose spec it runs on, and does nothing else (spec §8): one
 * line of JSON for an operator. A change on its way to the object can cause such a line.
 */
export function logPlanMismatch({ account, plan, subscription }: Viewer, reference: string): void {
  if (subscription === null || subscription.planId === plan.id) return;
  const [billedPlanId, planId] = [subscription.planId, plan.id];
  console.info(logLine({ level: 'plan_mismatch', reference, accountId: account.id, billedPlanId, planId }));
}
