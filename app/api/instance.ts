import { z } from 'zod';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { configurationSchema } from '#app/domain/instance/settings-form.ts';
import { type InstanceView, instanceNotices, pendingCauses } from '#app/domain/instance/view.ts';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import { objectOf } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import {
  configureWorkspace,
  goBackToEarlierVersion,
  restartWorkspace,
} from '#app/use-cases/workspace/configure-workspace.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import { usedLimits } from './cloud-limits.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

/** Spec §4: Offline 0, Online 1, Pending 2, Stopped 3. */
export const instanceStatus = z
  .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
  .meta({ example: 1 });

/** A workspace (spec §3, design §4). */
export const instance = z
  .strictObject({
    workspaceId: z.string().startsWith('wks_').meta({ example: 'wks_7HkP3nRz5vQwXy2B' }),
    accountId: z.string().startsWith('acc_').meta({ example: 'acc_4TgM8sLd6cJf1NpA' }),
    name: z.string().meta({ example: 'ada' }),
    status: instanceStatus,
    cause: z.enum(pendingCauses).nullable(),
    notice: z.enum(instanceNotices).nullable(),
    since: z.int().meta({ example: 1_795_000_000_000 }),
    version: z.strictObject({ name: z.string().meta({ example: '2.40.7' }) }),
    timezone: z.string().meta({ example: 'Europe/Berlin' }),
    saveExecutions: z
      .strictObject({ manual: z.boolean(), failed: z.boolean(), successful: z.boolean() })
      .meta({ example: { manual: true, failed: true, successful: false } }),
    ownerEmail: z.string().meta({ example: 'ada@example.com' }),
    /** The account's, by its id. */
    plan: z.string().meta({ example: 'trial-1' }),
    trialEndsAt: z.int().nullable().meta({ example: 1_796_209_600_000 }),
    trialDaysLeft: z.int().nullable().meta({ example: 14 }),
    deletionAt: z.int().nullable().meta({ example: 1_796_468_800_000 }),
    finalBackupUntil: z.int().nullable(),
    forcedUpdate: z.strictObject({ version: z.string(), at: z.int() }).nullable(),
    goBack: z.strictObject({ version: z.string(), until: z.int() }).nullable(),
    limits: z
      .strictObject({ executions: z.int(), activeWorkflows: z.int() })
      .meta({ example: { executions: 1000, activeWorkflows: 5 } }),
    usage: usedLimits.nullable(),
    revision: z.int().meta({ example: 7 }),
    usedLimits: usedLimits.nullable(),
    deletionDate: z.iso.datetime().nullable().meta({ example: '2026-12-05T02:13:20.000Z' }),
    url: z.url().meta({ example: 'https://ada.weft.example/' }),
  })
  .meta({ id: 'Instance' });

const changingInstance = (cause: 'restart' | 'configure' | 'go_back') => json(instance, { status: 2, cause });

const notChangeable = ['workspace_not_found', 'workspace_stopped'] as const;

export function toInstance(
  portal: RequestContext['portal'],
  view: InstanceView,
  { plan }: Pick<Viewer, 'plan'>,
): z.output<typeof instance> {
  return {
    ...view,
    plan: plan.id,
    usedLimits: view.usage,
    deletionDate: view.deletionAt === null ? null : new Date(view.deletionAt).toISOString(),
    url: workspaceUrl(portal, view.name),
  };
}

/** Asks the workspace's object for its instance. @throws AppError workspace_not_found before it exists. */
export async function requireInstance(context: RequestContext, viewer: Viewer): Promise<InstanceView> {
  const view = await objectOf(context, viewer).view(viewer.account.id);
  if (!view) throw new AppError('workspace_not_found');
  return view;
}

/** Like `requireInstance`. @throws AppError workspace_not_found also once the workspace is deleted. */
async function requireLiveInstance(context: RequestContext, viewer: Viewer): Promise<InstanceView> {
  const view = await requireInstance(context, viewer);
  if (view.notice === 'deleted') throw new AppError('workspace_not_found');
  return view;
}

/** Spec §7: 404 before the workspace exists, and once it is deleted. */
export const getInstance = defineCall('GET /instance', {
  who: caller('workspace:view', 'unconfirmed-too'),
  answers: { 200: json(instance) },
  refusals: ['workspace_not_found'],
  failure: 'workspace_status_unavailable',
  handle: async ({ context, viewer }) =>
    toInstance(context.portal, await requireLiveInstance(context, viewer), viewer),
});

/** Spec §7: this month's usage; 404 before the workspace's first report, and once it is deleted. */
export const getUsedLimits = defineCall('GET /instance/used-limits', {
  who: caller('workspace:view', 'unconfirmed-too'),
  answers: { 200: json(usedLimits) },
  refusals: ['workspace_not_found', 'no_usage_yet'],
  failure: 'workspace_status_unavailable',
  async handle({ context, viewer }) {
    const view = await requireLiveInstance(context, viewer);
    if (!view.usage) throw new AppError('no_usage_yet');
    return view.usage;
  },
});

/** Spec §7: the single-use link that signs the caller in to their workspace. Another site cannot read it, nor request it. */
export const getInstanceUrl = defineCall('GET /instance/url', {
  who: caller('workspace:open'),
  answers: {
    200: json(z.strictObject({ url: z.url() }), { url: 'https://ada.weft.example/weft/open?token=x' }),
  },
  refusals: ['foreign_origin', 'workspace_not_found', 'workspace_not_online'],
  async handle({ request, context, viewer }) {
    if (isFromAnotherSite(request)) throw new AppError('foreign_origin');
    return await openWorkspace(context.services, viewer, context.startedAt);
  },
});

/** Clients send back what they read, so a `status` is accepted and dropped (spec §7). */
const configuration = configurationSchema
  .extend({ status: z.unknown().optional() })
  .transform(({ status: _status, ...change }) => change);

/** Spec §7: settings that are left out stay as they are. Another version is rehearsed before it is used. */
export const configureInstance = defineCall('PUT /instance/configuration', {
  who: caller('workspace:configure'),
  body: {
    schema: configuration,
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

/** Spec §7: 409 while Pending and when Stopped. */
export const restartInstance = defineCall('PUT /instance/restart', {
  who: caller('workspace:configure'),
  answers: { 202: changingInstance('restart') },
  refusals: [...notChangeable, 'workspace_pending'],
  handle: async ({ context, viewer, actor }) =>
    toInstance(context.portal, await restartWorkspace(context.services, actor), viewer),
});

/** Goes back to the version and data before the last update (docs/updates.md). */
export const goBack = defineCall('PUT /instance/go-back', {
  who: caller('workspace:configure'),
  answers: { 202: changingInstance('go_back') },
  refusals: [...notChangeable, 'workspace_pending', 'going_back_unavailable'],
  handle: async ({ context, viewer, actor }) =>
    toInstance(context.portal, await goBackToEarlierVersion(context.services, actor), viewer),
});
