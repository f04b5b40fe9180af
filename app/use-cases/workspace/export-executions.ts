import type { Viewer } from '#app/domain/access/viewer.ts';
import { csvLine } from '#app/domain/encoding/csv.ts';
import type { ExecutionFilter, ExecutionPage, ExecutionRow } from '#app/domain/usage/executions.ts';
import type { Services } from '../services.ts';
import { callObject } from './call-object.ts';

/** The most that a workspace answers at once: a quarter of a million rows take 250 calls. */
const PAGE_ROWS = 1_000;

const HEADER = ['id', 'at', 'workflow id', 'workflow', 'trigger', 'counted', 'reason'];

/**
 * Exports the executions of a filter as CSV, the newest first, page by page as the reader takes them.
 *
 * @throws AppError of the first page: workspace_not_found, workspace_not_online, workspace_status_unavailable. A later
 *   failure breaks the stream off.
 */
export async function exportExecutions(
  { workspaceObject }: Pick<Services, 'workspaceObject'>,
  { workspace, account }: Viewer,
  filter: ExecutionFilter,
): Promise<ReadableStream<Uint8Array>> {
  const read = (cursor: string | undefined) =>
    callObject<ExecutionPage>('workspace_status_unavailable', () =>
      workspaceObject(workspace.id).executions({
        accountId: account.id,
        filter: { ...filter, cursor },
        limit: PAGE_ROWS,
      }),
    );
  const bytes = new TextEncoder();
  let page: ExecutionPage | null = await read(undefined);
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const current = page;
      if (!current) return controller.close();
      const lines = [...(isFirst ? [csvLine(HEADER)] : []), ...current.rows.map(lineOf)];
      isFirst = false;
      if (lines.length > 0) controller.enqueue(bytes.encode(lines.join('')));
      page = current.next === null ? null : await read(current.next);
      if (!page) controller.close();
    },
  });
}

function lineOf({ id, at, workflowId, workflowName, trigger, reason }: ExecutionRow): string {
  const counted = reason === null ? 'yes' : 'no';
  return csvLine([
    String(id),
    new Date(at).toISOString(),
    workflowId,
    workflowName,
    trigger,
    counted,
    reason ?? '',
  ]);
}
