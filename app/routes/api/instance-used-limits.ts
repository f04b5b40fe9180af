import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { objectOf } from '#app/http/instance.ts';

/** `GET /instance/used-limits` (spec §7): this month's usage; 404 before the workspace first told, and once it is deleted. */
export const loader = api(caller('workspace:view', 'unconfirmed-too'), async ({ context, viewer }) => {
  const instance = await objectOf(context, viewer)
    .view(viewer.account.id)
    .catch((cause: unknown) => {
      throw new AppError('workspace_status_unavailable', { cause });
    });
  if (!instance || instance.notice === 'deleted') throw new AppError('workspace_not_found');
  if (!instance.usage) throw new AppError('no_usage_yet');
  const { timeframe, executions, activeWorkflows } = instance.usage;
  return Response.json({ timeframe, executions, activeWorkflows });
});

export const action = refuseMethod('GET, HEAD');
