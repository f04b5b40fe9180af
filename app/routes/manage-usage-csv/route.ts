import { timeframeOf } from '#app/domain/instance/usage.ts';
import { readExecutionFilter } from '#app/domain/usage/executions.ts';
import { member } from '#app/http/admission.ts';
import { csvAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { exportExecutions } from '#app/use-cases/workspace/export-executions.ts';

/** The executions that /manage/usage shows for the same query, all of them, as a file. */
export const loader = page(member('workspace:view'), async ({ request, context, viewer, actor }) => {
  const { services } = context;
  const filter = readExecutionFilter(new URL(request.url).searchParams, timeframeOf(services.clock.now()));
  const content = await exportExecutions(services, actor, { ...filter, cursor: undefined });
  return csvAnswer(content, `executions-${viewer.workspace.name}-${filter.month}.csv`);
});
