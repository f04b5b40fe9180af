import { type CsvPage, csvStream } from '#app/domain/encoding/csv.ts';
import type { ExecutionFilter, ExecutionPage, ExecutionRow } from '#app/domain/usage/executions.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { callObject } from './call-object.ts';

/** The workspace's maximum per call: its million rows take 1,000 calls, of the 10,000 that the platform allows a request. */
const PAGE_ROWS = 1_000;

const HEADER = ['id', 'at', 'workflow id', 'workflow', 'trigger', 'counted', 'reason'];

/**
 * Exports the filtered executions as CSV, newest first.
 * @throws AppError workspace_not_found, workspace_not_online, workspace_status_unavailable for the first page.
 */
export async function exportExecutions(
  ports: Pick<Services, 'workspaceObject'> & RecordPorts,
  { viewer, client }: Actor,
  filter: ExecutionFilter,
): Promise<ReadableStream<Uint8Array>> {
  const { workspace, account } = viewer;
  const read = async (cursor: string | undefined): Promise<CsvPage> => {
    const page = await callObject<ExecutionPage>('workspace_status_unavailable', () =>
      ports.workspaceObject(workspace.id).executions({
        accountId: account.id,
        filter: { ...filter, cursor },
        limit: PAGE_ROWS,
      }),
    );
    const { next } = page;
    return { lines: page.rows.map(lineOf), next: next === null ? null : () => read(next) };
  };
  const first = await read(undefined);
  const act = { kind: 'executions_downloaded', subject: filter.month } as const;
  await recordActs(ports, { viewer, client }, 'workspace_status_unavailable', [act]);
  return csvStream(HEADER, first);
}

function lineOf({ id, at, workflowId, workflowName, trigger, reason }: ExecutionRow): string[] {
  const counted = reason === null ? 'yes' : 'no';
  return [String(id), new Date(at).toISOString(), workflowId, workflowName, trigger, counted, reason ?? ''];
}
