import type { Viewer } from '#app/domain/access/viewer.ts';

/** A workspace, and the account that its object checks. */
export interface WorkspaceIds {
  accountId: string;
  workspaceId: string;
}

/** A call of a workspace's object that may begin before the page knows its viewer. */
export interface EarlyCall {
  /** Calls the workspace that the session last had. */
  begin(ids: WorkspaceIds): void;
}

/**
 * @param call changes nothing: a viewer whom the page does not admit causes it too, and never gets its answer.
 * @returns the call, and the function that gives its answer: a second call answers a viewer of another workspace.
 */
export function earlyCall<Answer>(call: (ids: WorkspaceIds) => Promise<Answer>): EarlyCall & {
  answerFor(viewer: Viewer): Promise<Answer>;
} {
  let begun: (WorkspaceIds & { answer: Promise<Answer> }) | undefined;
  return {
    begin(ids) {
      const answer = call(ids);
      // Its failure is that of the page, if the page is admitted.
      answer.catch(() => {});
      begun = { ...ids, answer };
    },
    answerFor({ account, workspace }) {
      const isOfViewer = begun?.accountId === account.id && begun.workspaceId === workspace.id;
      return begun && isOfViewer ? begun.answer : call({ accountId: account.id, workspaceId: workspace.id });
    },
  };
}

/** Sessions of the last visitors of an isolate. */
const MAX_SESSIONS = 1_000;
const workspaces = new Map<string, WorkspaceIds>();

/** @returns the workspace that a session had when this isolate last read it. Proves nothing: only the database knows. */
export function lastWorkspaceOf(tokenHash: string): WorkspaceIds | undefined {
  return workspaces.get(tokenHash);
}

export function rememberWorkspace(tokenHash: string, { account, workspace }: Viewer): void {
  workspaces.delete(tokenHash);
  workspaces.set(tokenHash, { accountId: account.id, workspaceId: workspace.id });
  const [oldest] = workspaces.size > MAX_SESSIONS ? workspaces.keys() : [];
  if (oldest !== undefined) workspaces.delete(oldest);
}
