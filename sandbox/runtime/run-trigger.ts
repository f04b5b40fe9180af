import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Executions, WorkflowName } from './executions.ts';
import type { KnownLimits } from './known-limits.ts';

type Dependencies = { executions: Executions; limits: KnownLimits };

/** Runs a workflow's trigger as a production execution: counted, and refused at the plan's limit. */
export async function runTrigger(
  { executions, limits }: Dependencies,
  { workflow, trigger }: { workflow: WorkflowName; trigger: 'webhook' | 'schedule' },
  answer: () => Reply,
): Promise<Reply> {
  const run = () => {
    executions.count(workflow, trigger);
    return answer();
  };
  const ran = await limits.within('monthlyExecutionsLimit', () => executions.countUsed(), run);
  if (ran) return ran;
  // The sender of a refused request gets an answer; a refused schedule only has its row.
  if (trigger === 'schedule') executions.note(workflow, trigger, 'limit');
  const message = 'This workspace has used up its executions for this month.';
  return jsonReply(
    429,
    { code: 'execution_limit_reached', message },
    { 'retry-after': '60', 'weft-refused': 'execution-limit' },
  );
}
