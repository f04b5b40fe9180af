import type { Viewer } from '#app/domain/access/viewer.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';

/** A workspace, and the account that its object checks. */
export interface WorkspaceIds {
  accountId: string;
  workspaceId: string;
}

/**
 * Creates a call that may begin before the page knows its viewer; `answerFor` calls again for a viewer of another workspace.
 * @param call changes nothing that a person sees: a viewer whom the page does not admit causes it too, and gets no answer.
 */
export function createEarlyCall<Answer>(call: (ids: WorkspaceIds) => Promise<Answer>) {
  let begun: (WorkspaceIds & { answer: Promise<Answer> }) | undefined;
  return {
    /** Calls the workspace that the session last had. */
    begin(ids: WorkspaceIds): void {
      const answer = call(ids);
      // Its failure is that of the page, if the page is admitted.
      answer.catch(() => {});
      begun = { ...ids, answer };
    },
    answerFor(viewer: Viewer): Promise<Answer> {
      const ids = idsOfViewer(viewer);
      const isOfViewer = begun?.accountId === ids.accountId && begun.workspaceId === ids.workspaceId;
      return begun && isOfViewer ? begun.answer : call(ids);
    },
  };
}

/** @returns the ids of a viewer's workspace. */
export function idsOfViewer({ account, workspace }: Viewer): WorkspaceIds {
  return { accountId: account.id, workspaceId: workspace.id };
}

/** The last known workspaces of an isolate's sessions, by the token's hash. Proves nothing: only the database knows. */
export const lastWorkspaces = memoryCache<WorkspaceIds>(1_000);
