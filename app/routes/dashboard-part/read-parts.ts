import type { Viewer } from '#app/domain/access/viewer.ts';
import type { RecentExecutions, WaitingWebhooks } from '#app/domain/instance/dashboard-parts.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import { objectOf, readHeldWebhooks } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';

const SHOWN_EXECUTIONS = 5;

/** @returns null before the workspace exists, and when the call failed, which is reported. */
type ReadPart<Part> = (context: RequestContext, viewer: Viewer) => Promise<Part | null>;

const readOverview: ReadPart<InstanceOverview> = (context, viewer) =>
  tryOrNull(context, () => objectOf(context, viewer).overview(viewer.account.id));

const readRecentExecutions: ReadPart<RecentExecutions> = async (context, viewer) => {
  const report = await tryOrNull(context, () =>
    objectOf(context, viewer).usageReport({ accountId: viewer.account.id, filter: { month: null } }),
  );
  return report && { rows: report.page?.rows.slice(0, SHOWN_EXECUTIONS) ?? [], isLive: report.isLive };
};

const readWaitingWebhooks: ReadPart<WaitingWebhooks> = async (context, viewer) => {
  const list = await readHeldWebhooks(context, viewer, {});
  if (!list) return null;
  const { waiting, failed, oldestAt } = list.totals;
  return { waiting, failed, oldestAt, isPaused: list.paused };
};

/** The dashboard's parts by their names in the address. */
export const partReaders = {
  overview: readOverview,
  executions: readRecentExecutions,
  webhooks: readWaitingWebhooks,
};
