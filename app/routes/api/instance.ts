import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { instanceAnswer, objectOf } from '#app/http/instance.ts';

/** `GET /instance` (spec §7): the workspace's status and what it runs; 404 while there is none, and once it is deleted. */
export const loader = api(caller('workspace:view', 'unconfirmed-too'), async ({ context, viewer }) => {
  const instance = await objectOf(context, viewer)
    .view(viewer.account.id)
    .catch((cause: unknown) => {
      throw new AppError('workspace_status_unavailable', { cause });
    });
  if (!instance || instance.notice === 'deleted') throw new AppError('workspace_not_found');
  return Response.json(instanceAnswer(context.portal, instance));
});

export const action = refuseMethod('GET, HEAD');
