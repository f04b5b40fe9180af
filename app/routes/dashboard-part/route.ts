import { json } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { objectOf } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';
import { readRecentExecutions, readWaitingWebhooks } from './read-parts.ts';

const readers = {
  overview: (context: RequestContext, viewer: Viewer) =>
    tryOrNull(context, () => objectOf(context, viewer).overview(viewer.account.id)),
  executions: readRecentExecutions,
  webhooks: readWaitingWebhooks,
} as const;

/** A part of the dashboard, which the page's script requests: its slowness or failure does not affect other parts. */
export const loader = page(member('workspace:view'), async ({ params, context, viewer }) => {
  const { part = '' } = params;
  if (!Object.hasOwn(readers, part)) throw new AppError('not_found');
  const value = await readers[part as keyof typeof readers](context, viewer);
  return json({ value });
});
