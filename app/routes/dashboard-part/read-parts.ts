import type { Viewer } from '#app/domain/access/viewer.ts';
import type { RecentExecutions, WaitingWebhooks } from '#app/domain/instance/dashboard-parts.ts';
import { objectOf, readHeldWebhooks } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';

const SHOWN_EXECUTIONS = 5;

/** @returns null before the workspace exists, and when the call failed, which is reported. */
export async function readRecentExecutions(
  context: RequestContext,
  viewer: Viewer,
): Promise<RecentExecutions | null> {
  const report = await tryOrNull(context, () =>
    objectOf(context, viewer).usageReport({ accountId: viewer.account.id, filter: { month: null } }),
  );
  return report && { rows: report.page?.rows.slice(0, SHOWN_EXECUTIONS) ?? [], isLive: report.isLive };
}

/** @returns null as `readRecentExecutions`. */
export async function readWaitingWebhooks(
  context: RequestContext,
  viewer: Viewer,
): Promise<WaitingWebhooks | null> {
  const list = await readHeldWebhooks(context, viewer, {});
  if (!list) return null;
  const { waiting, failed, oldestAt } = list.totals;
  return { waiting, failed, oldestAt, isPaused: list.paused };
}
