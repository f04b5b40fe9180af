import type { Internals } from '../internals.ts';
import type { StoppedExecution } from '../n8n.ts';

/** An execution of n8n's database. */
interface Stored {
  id: string;
  workflowId: string;
  mode: string;
  status: string;
  createdAt: Date;
}

interface ExecutionService {
  concurrencyControl: { has(id: string): boolean };
  stopInRegularMode(execution: Stored): Promise<unknown>;
}

/**
 * Tells of each execution that a person stopped while it waited for a time, or for its turn: n8n ends only one that runs, and
 * so calls no hook.
 */
export function observeStops({ load }: Internals, tell: (execution: StoppedExecution) => void): void {
  const { prototype } = load('../dist/executions/execution.service.js').ExecutionService as {
    prototype: ExecutionService;
  };
  const { stopInRegularMode } = prototype;
  prototype.stopInRegularMode = async function stopAndTell(execution) {
    const { id, workflowId, mode, status, createdAt } = execution;
    // One that has its turn by now runs, and is ended.
    const isIdle = status === 'waiting' || this.concurrencyControl.has(id);
    const stopped = await stopInRegularMode.call(this, execution);
    if (isIdle) tell({ id: String(id), workflowId, mode, createdAt: new Date(createdAt).getTime() });
    return stopped;
  };
}
