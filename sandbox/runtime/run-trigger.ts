import { json, type Reply } from '#sandbox/server/reply.ts';
import type { ExecutionLimit } from './execution-limit.ts';
import type { Workflows } from './workflows.ts';

type Dependencies = { workflows: Workflows; limit: ExecutionLimit; now: () => number };

/** Runs a workflow's trigger, as a production execution: counted, and refused at the plan's limit. */
export async function runTrigger(
  { workflows, limit, now }: Dependencies,
  answer: () => Reply,
): Promise<Reply> {
  const run = () => {
    workflows.count(now());
    return answer();
  };
  const ran = await limit.execute(() => workflows.executions(now()), run);
  if (ran) return ran;
  const message = 'This workspace has used up its executions for this month.';
  return json(
    429,
    { code: 'execution_limit_reached', message },
    { 'retry-after': '60', 'weft-refused': 'execution-limit' },
  );
}
