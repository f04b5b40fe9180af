import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { cacheableJson } from '#app/http/etag.ts';
import { api } from '#app/http/handlers.ts';
import { objectOf } from '#app/http/instance.ts';
import { listVersions } from '#app/use-cases/workspace/configure-workspace.ts';

/** `GET /instance/n8n-versions` (spec §7): the versions to choose from, newest first. */
export const loader = api(caller('workspace:configure'), async ({ request, context, viewer }) => {
  const instance = await objectOf(context, viewer)
    .view(viewer.account.id)
    .catch((cause: unknown) => {
      throw new AppError('versions_unavailable', { cause });
    });
  if (!instance) throw new AppError('workspace_not_found');
  const versions = await listVersions(context.services, viewer, instance.version.name);
  return cacheableJson(
    request,
    versions.map(({ name, channel, createdAt, hasBreakingChange, hasSecurityFix, isCurrent }) => ({
      name,
      channel,
      createdAt: new Date(createdAt).toISOString(),
      hasBreakingChange,
      hasSecurityFix,
      isCurrent,
    })),
    // Asked for anew each time: which of them is current changes with a click.
    { cacheControl: 'private, no-cache', vary: 'Authorization, Cookie' },
  );
});

export const action = refuseMethod('GET, HEAD');
