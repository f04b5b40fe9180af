import type { Internals } from '../internals.ts';

interface TriggerContexts {
  loadPublishedWorkflowData(...given: unknown[]): Promise<object>;
}

/**
 * Gives each execution that a trigger starts its own copy of its workflow's data: n8n keeps the data in a cache, so that
 * executions that overlap would share the settings object by which the hook finds their rows.
 */
export function separateTriggered({ load }: Internals): void {
  const { prototype } = load('../dist/workflows/triggers/trigger-execution-context.factory.js')
    .TriggerExecutionContextFactory as { prototype: TriggerContexts };
  const { loadPublishedWorkflowData } = prototype;
  prototype.loadPublishedWorkflowData = async function loadOwnWorkflowData(...given) {
    return { ...(await loadPublishedWorkflowData.apply(this, given)) };
  };
}
