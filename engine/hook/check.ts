import type { HookConfig } from './config.ts';
import { type Handler, sendJson } from './http.ts';
import type { N8n, WorkflowProblem } from './n8n/n8n.ts';
import { requireSignature } from './signed-call.ts';

/** Problems in one answer; the portal shows fewer. */
const MAX_PROBLEMS = 1_000;

/**
 * The route that says which workflows this version of n8n could not run, the active ones first, so that the maximum cuts off
 * problems of inactive ones. It changes and executes nothing.
 */
export function checkHandler({
  config,
  n8n,
}: {
  config: Pick<HookConfig, 'signInKey'>;
  n8n: { workflows: Pick<N8n['workflows'], 'checkAll'> };
}): Handler {
  return async (request, response) => {
    requireSignature(request, 'check', config.signInKey);
    let workflows = 0;
    let activeWorkflows = 0;
    const ofActive: WorkflowProblem[] = [];
    const ofInactive: WorkflowProblem[] = [];
    for await (const { isActive, problems: found } of n8n.workflows.checkAll()) {
      workflows += 1;
      if (isActive) activeWorkflows += 1;
      (isActive ? ofActive : ofInactive).push(...found);
    }
    const problems = [...ofActive, ...ofInactive];
    const data = { workflows, activeWorkflows, problems: problems.slice(0, MAX_PROBLEMS) };
    sendJson(response, 200, { data: { ...data, isCut: problems.length > MAX_PROBLEMS } });
  };
}
