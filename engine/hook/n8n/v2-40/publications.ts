import type { Internals } from '../internals.ts';
import type { AroundPublication } from '../n8n.ts';

type ActivateWorkflow = (user: object, workflowId: string, ...rest: unknown[]) => Promise<unknown>;

/**
 * Runs each publication of a workflow by a person or an API client within `around`: n8n's hook is called before it stores the
 * publication, and n8n has no hook for its end.
 */
export function aroundPublications({ load }: Internals, around: AroundPublication): void {
  const { prototype } = load('../dist/workflows/workflow.service.js').WorkflowService as {
    prototype: { activateWorkflow: ActivateWorkflow };
  };
  const { activateWorkflow } = prototype;
  prototype.activateWorkflow = function activateWithin(user, workflowId, ...rest) {
    return around(workflowId, () => activateWorkflow.call(this, user, workflowId, ...rest));
  };
}
