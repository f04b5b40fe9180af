import type { Internals } from '../internals.ts';
import type { AroundPublication, StoppedExecution } from '../n8n.ts';
import { prototypeOf } from './parts.ts';

interface WorkflowService {
  activateWorkflow(user: object, workflowId: string, ...rest: unknown[]): Promise<unknown>;
}

/**
 * Runs each publication of a workflow by a person or an API client within `around`: n8n's hook is called before it stores the
 * publication, and n8n has no hook for its end.
 */
export function aroundPublications(internals: Internals, around: AroundPublication): void {
  const prototype = prototypeOf<WorkflowService>(internals, 'WorkflowService');
  const { activateWorkflow } = prototype;
  prototype.activateWorkflow = function activateWithin(user, workflowId, ...rest) {
    return around(workflowId, () => activateWorkflow.call(this, user, workflowId, ...rest));
  };
}

interface TriggerContexts {
  loadPublishedWorkflowData(...given: unknown[]): Promise<object>;
}

/**
 * Gives each execution that a trigger starts its own copy of its workflow's data: n8n keeps the data in a cache, so that
 * executions that overlap would share the settings object by which the hook finds their rows.
 */
export function separateTriggered(internals: Internals): void {
  const prototype = prototypeOf<TriggerContexts>(internals, 'TriggerExecutionContextFactory');
  const { loadPublishedWorkflowData } = prototype;
  prototype.loadPublishedWorkflowData = async function loadOwnWorkflowData(...given) {
    return { ...(await loadPublishedWorkflowData.apply(this, given)) };
  };
}

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
 * Reports each execution that a person stopped while it waited for a time, or for its turn: n8n ends only running executions,
 * and so calls no hook. An execution that waited for its turn fails, or n8n would never answer its request.
 */
export function observeStops(internals: Internals, onStop: (execution: StoppedExecution) => void): void {
  const concurrencyControl = prototypeOf<ConcurrencyControl>(internals, 'ConcurrencyControlService');
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

  const prototype = prototypeOf<ExecutionService>(internals, 'ExecutionService');
  const { stopInRegularMode } = prototype;
  prototype.stopInRegularMode = async function stopAndReport(execution) {
    const { id, workflowId, mode, status, createdAt } = execution;
    // n8n itself ends an execution that has had its turn by now.
    const isEnqueued = this.concurrencyControl.has(id);
    const result = await stopInRegularMode.call(this, execution);
    if (isEnqueued) enqueued.get(id)?.(new Error('The execution was stopped before it ran.'));
    if (isEnqueued || status === 'waiting')
      onStop({ id: String(id), workflowId, mode, createdAt: new Date(createdAt).getTime() });
    return result;
  };
}
