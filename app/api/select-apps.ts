import { z } from 'zod';
import { selectedAppsSchema } from '#app/domain/account/selected-apps.ts';
import { selectApps as saveApps } from '#app/use-cases/onboarding/select-apps.ts';
import { caller, defineCall, fieldError, json } from './plumbing/call.ts';

const body = z
  .strictObject({
    apps: z.array(z.string({ error: fieldError('app_unknown') }), { error: fieldError('apps_required') }),
  })
  .pipe(selectedAppsSchema);

/** Spec §7: the catalogue's names; replaces the earlier choice. */
export const selectApps = defineCall('POST /account/selected-apps', {
  who: caller('account:setup'),
  body: { schema: body, example: { apps: ['n8n-nodes-base.slack', 'n8n-nodes-base.github'] } },
  answers: { 200: json(z.strictObject({}), {}) },
  async handle({ context, actor, body }) {
    await saveApps(context.services, actor, body.apps);
    return {};
  },
});
