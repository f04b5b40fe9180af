/** The modes that count for a plan, as in n8n's own `isBillableExecution`. */
const COUNTED_MODES = ['cli', 'retry', 'trigger', 'webhook', 'evaluation'];
/** Why the others do not count. */
const REASONS: Readonly<Record<string, string>> = {
  manual: 'manual',
  chat: 'chat',
  integrated: 'sub_workflow',
  internal: 'sub_workflow',
  error: 'error_workflow',
  agent: 'agent',
};
/** What starts an execution of a mode that has one trigger. */
const TRIGGERS: Readonly<Record<string, string>> = {
  ...REASONS,
  cli: 'cli',
  retry: 'retry',
  evaluation: 'evaluation',
};

const SCHEDULES = ['n8n-nodes-base.scheduleTrigger', 'n8n-nodes-base.cron', 'n8n-nodes-base.interval'];
/** Triggers whose executions have a specific mode. */
const OTHER_MODES =
  /\.(?:webhook|formTrigger|manualTrigger|errorTrigger|executeWorkflowTrigger|chatTrigger|mcpTrigger|evaluationTrigger)$/;

/** @returns why an execution is not counted; null for one that is. */
export function reasonOf(mode: string, source: string | undefined): string | null {
  if (source === 'instance_ai') return 'instance_ai';
  return COUNTED_MODES.includes(mode) ? null : (REASONS[mode] ?? 'not_production');
}

/**
 * @param path kind of the request's path, for an execution that a request started.
 * @param nodeTypes of the workflow: n8n does not say which trigger fired.
 * @returns what started an execution; `trigger` where a workflow has both schedules and events.
 */
export function triggerOf(mode: string, path: string | undefined, nodeTypes: readonly string[]): string {
  if (mode === 'webhook') return path ?? 'webhook';
  if (mode !== 'trigger') return TRIGGERS[mode] ?? 'other';
  const hasSchedule = nodeTypes.some((type) => SCHEDULES.includes(type));
  const hasEvent = nodeTypes.some(
    (type) => /trigger/i.test(type) && !SCHEDULES.includes(type) && !OTHER_MODES.test(type),
  );
  if (hasSchedule && hasEvent) return 'trigger';
  return hasSchedule ? 'schedule' : 'event';
}
