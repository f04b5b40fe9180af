import type { Viewer } from '#app/domain/access/viewer.ts';
import { logLine } from '#app/domain/encoding/log-line.ts';

/** Logs an account that is billed for another plan than it runs on (spec §8); a change on its way can cause a line. */
export function logPlanMismatch({ account, plan, subscription }: Viewer, reference: string): void {
  if (subscription === null || subscription.planId === plan.id) return;
  const [billedPlanId, planId] = [subscription.planId, plan.id];
  console.info(logLine({ level: 'plan_mismatch', reference, accountId: account.id, billedPlanId, planId }));
}
