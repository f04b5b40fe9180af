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

interface ConcurrencyControl {
  has(id: string): boolean;
  /** Resolves once fewer executions run than the plan allows. */
  throttle(execution: { executionId: string }): Promise<void>;
}
interface ExecutionService {
  concurrencyControl: ConcurrencyControl;
  stopInRegularMode(execution: Stored): Promise<unknown>;
}

/**
 * Tells of each execution that a person stopped while it waited for a time, or for its turn: n8n ends only one that runs, and
 * so calls no hook. One that waited for its turn fails, or n8n would never answer its request.
 */
export function observeStops({ load }: Internals, tell: (execution: StoppedExecution) => void): void {
  const { prototype: concurrencyControl } = load('../dist/concurrency/concurrency-control.service.js')
    .ConcurrencyControlService as { prototype: ConcurrencyControl };
  const { throttle } = concurrencyControl;
  const enqueued = new Map<string, (error: Error) => void>();
  concurrencyControl.throttle = async function throttleUntilStopped(execution) {
    const { promise, reject } = Promise.withResolvers<never>();
    enqueued.set(execution.executionId, reject);
    try {
      await Promise.race([throttle.call(this, execution), promise]);
    } finally {
      enqueued.delete(execution.executionId);
    }
  };

  const { prototype } = load('../dist/executions/execution.service.js').ExecutionService as {
    prototype: ExecutionService;
  };
  const { stopInRegularMode } = prototype;
  prototype.stopInRegularMode = async function stopAndTell(execution) {
    const { id, workflowId, mode, status, createdAt } = execution;
    // One that has its turn by now runs, and is ended.
    const isEnqueued = this.concurrencyControl.has(id);
    const result = await stopInRegularMode.call(this, execution);
    if (isEnqueued) enqueued.get(id)?.(new Error('The execution was stopped before it ran.'));
    if (isEnqueued || status === 'waiting')
      tell({ id: String(id), workflowId, mode, createdAt: new Date(createdAt).getTime() });
    return result;
  };
}
