import { sentenceOf } from '#app/components/account/activity-sentence.ts';
import { readActivityFilter } from '#app/domain/access/activity-filter.ts';
import { member } from '#app/http/admission.ts';
import { csvAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { exportActivity } from '#app/use-cases/activity/export-activity.ts';

/** The events that /account/activity lists for the same query, all of them, as a file. */
export const loader = page(member('activity:view'), async ({ request, context, viewer, actor }) => {
  const { services } = context;
  const filter = readActivityFilter(new URL(request.url).searchParams);
  const content = await exportActivity(services, actor, filter, sentenceOf);
  return csvAnswer(content, `activity-${viewer.workspace.name}.csv`);
});
