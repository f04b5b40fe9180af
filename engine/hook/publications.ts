import { AsyncLocalStorage } from 'node:async_hooks';
import type { PlanLimits } from './plan-limits.ts';

/** Where people change the plan, in the portal. */
const PLANS_PATH = '/account/change-plan';

/**
 * @param active ids of the active workflows.
 * @param limit null while it is unknown.
 * @returns whether a workflow can be published. An active one always can: a new version takes no further place.
 */
export function canPublish(workflowId: string, active: ReadonlySet<string>, limit: number | null): boolean {
  return limit === null || active.has(workflowId) || active.size < limit;
}

/** @returns why a workflow is not published, for a person in the editor and for an API client. */
export function publicationRefusal(active: number, limit: number | null, portalUrl: string): string {
  return `Your plan includes ${limit} active workflows, and ${active} are active. To publish this workflow, unpublish another one or change the plan at ${portalUrl}${PLANS_PATH}`;
}

/** The plan's limit of active workflows: refuses publications beyond it, and deactivates nothing. */
export function createPublications(ports: {
  limits: PlanLimits;
  listActive(): Promise<string[]>;
  portalUrl: string;
}) {
  const { limits, listActive, portalUrl } = ports;
  const current = new AsyncLocalStorage<{ workflowId: string }>();
  /** Admitted publications that n8n has not stored yet. They hold their places. */
  const admitted = new Set<{ workflowId: string }>();
  let turn: Promise<void> = Promise.resolve();

  async function decide(publication: { workflowId: string }): Promise<void> {
    const pending = [...admitted].map(({ workflowId }) => workflowId);
    const active = new Set([...(await listActive()), ...pending]);
    const limit = () => limits.limitOf('activeWorkflowsLimit');
    const isAllowed = () => canPublish(publication.workflowId, active, limit());
    if (limit() === null || !isAllowed()) await limits.refresh({ isAtLimit: true });
    if (!isAllowed()) throw new Error(publicationRefusal(active.size, limit(), portalUrl));
    admitted.add(publication);
  }

  return {
    /** Runs n8n's whole publication of a workflow, in which n8n calls `admit`. Afterwards its database shows the outcome. */
    async around<Result>(workflowId: string, publish: () => Promise<Result>): Promise<Result> {
      const publication = { workflowId };
      try {
        return await current.run(publication, publish);
      } finally {
        admitted.delete(publication);
      }
    },

    /**
     * Admits one publication after the other, so that concurrent ones do not exceed the limit.
     * @throws Error beyond the limit: n8n does not publish, and answers 400 with its message.
     */
    admit(): Promise<void> {
      const publication = current.getStore();
      if (!publication) throw new Error('n8n published a workflow in an unknown way.');
      const decision = turn.then(() => decide(publication));
      turn = decision.catch(() => undefined);
      return decision;
    },
  };
}
