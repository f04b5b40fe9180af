import { publicationRefusal } from '#engine/hook/publications.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import type { RuntimeConfig } from './config.ts';
import type { ForPeople } from './guards.ts';
import type { KnownLimits } from './known-limits.ts';
import type { Workflow, Workflows } from './workflows.ts';

type Dependencies = { config: RuntimeConfig; limits: KnownLimits; workflows: Workflows };

/**
 * Makes one more workflow active, unless the plan's limit is reached.
 * @returns the answer; that of n8n at the limit, for which `refuse` has the sentence.
 */
export async function withinActiveLimit(
  { config, limits, workflows }: Dependencies,
  activate: () => Reply,
  refuse = (message: string) => jsonReply(400, { code: 0, message }),
): Promise<Reply> {
  const count = () => workflows.countActive();
  const answer = await limits.within('activeWorkflowsLimit', count, activate);
  if (answer) return answer;
  const limit = limits.limitOf('activeWorkflowsLimit') ?? 0;
  return refuse(publicationRefusal(count(), limit, config.portalUrl));
}

/** n8n's routes that publish and unpublish a workflow. */
export function publicationRoutes(dependencies: Dependencies, signedIn: ForPeople): Route[] {
  const { workflows } = dependencies;
  const route = (name: string, act: (workflow: Workflow) => Reply | Promise<Reply>): Route => ({
    method: 'POST',
    path: `/rest/workflows/:id/${name}`,
    handle: signedIn(async (request: RouteRequest) => {
      const workflow = workflows.find(request.param('id'));
      return workflow ? act(workflow) : jsonReply(404, { message: 'There is no such workflow.' });
    }),
  });
  const setActive = (workflow: Workflow, active: boolean) =>
    jsonReply(200, { data: workflows.setActive(workflow, active) });
  return [
    route('activate', (workflow) =>
      workflow.active
        ? setActive(workflow, true)
        : withinActiveLimit(dependencies, () => setActive(workflow, true)),
    ),
    route('deactivate', (workflow) => setActive(workflow, false)),
  ];
}
