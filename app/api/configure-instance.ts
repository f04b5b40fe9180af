import { z } from 'zod';
import { configurationSchema } from '#app/domain/instance/settings-form.ts';
import { configureWorkspace } from '#app/use-cases/workspace/configure-workspace.ts';
import { changingInstance, notChangeable, toInstance } from './answers/instance.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Clients send back what they read, so a `status` is accepted and dropped (spec §7). */
const body = configurationSchema
  .extend({ status: z.unknown().optional() })
  .transform(({ status: _status, ...change }) => change);

/** Spec §7: settings that are left out stay as they are. Another version is rehearsed before it is used. */
export const configureInstance = defineCall('PUT /instance/configuration', {
  who: caller('workspace:configure'),
  body: {
    schema: body,
    example: { timezone: 'Asia/Tokyo', saveExecutions: { manual: false, failed: true, successful: false } },
  },
  answers: { 202: changingInstance('configure') },
  refusals: [
    ...notChangeable,
    'version_unknown',
    'timezone_unknown',
    'downgrade_refused',
    'breaking_change_unconfirmed',
    'update_under_way',
  ],
  handle: async ({ context, viewer, actor, body }) => {
    const { instance } = await configureWorkspace(context.services, actor, body);
    return toInstance(context.portal, instance, viewer);
  },
});
