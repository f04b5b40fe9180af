import { z } from 'zod';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import { type InstanceView, instanceNotices, pendingCauses } from '#app/domain/instance/view.ts';
import { objectOf } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { json } from '../plumbing/define-call.ts';

/** Spec §4: Offline 0, Online 1, Pending 2, Stopped 3. */
export const instanceStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

export const usage = z.strictObject({
  timeframe: z.string().regex(/^\d{4}-\d{2}$/),
  executions: z.int(),
  activeWorkflows: z.int(),
});

/** A workspace (spec §3, design §4). */
export const instance = z
  .strictObject({
    workspaceId: z.string().startsWith('wks_'),
    accountId: z.string().startsWith('acc_'),
    name: z.string(),
    status: instanceStatus,
    cause: z.enum(pendingCauses).nullable(),
    notice: z.enum(instanceNotices).nullable(),
    since: z.int(),
    version: z.strictObject({ name: z.string() }),
    timezone: z.string(),
    saveExecutions: z.strictObject({ manual: z.boolean(), failed: z.boolean(), successful: z.boolean() }),
    ownerEmail: z.string(),
    /** The account's, by its id. */
    plan: z.string(),
    trialEndsAt: z.int().nullable(),
    trialDaysLeft: z.int().nullable(),
    deletionAt: z.int().nullable(),
    finalBackupUntil: z.int().nullable(),
    forcedUpdate: z.strictObject({ version: z.string(), at: z.int() }).nullable(),
    goBack: z.strictObject({ version: z.string(), until: z.int() }).nullable(),
    limits: z.strictObject({ executions: z.int(), activeWorkflows: z.int() }),
    usage: usage.nullable(),
    revision: z.int(),
    usedLimits: usage.nullable(),
    deletionDate: z.iso.datetime().nullable(),
    url: z.url(),
  })
  .meta({ id: 'Instance' });

export const usageExample = { timeframe: '2026-11', executions: 42, activeWorkflows: 3 };

export const instanceExample = {
  workspaceId: 'wks_7HkP3nRz5vQwXy2B',
  accountId: 'acc_4TgM8sLd6cJf1NpA',
  name: 'ada',
  status: 1,
  cause: null,
  notice: null,
  since: 1_795_000_000_000,
  version: { name: '2.40.7' },
  timezone: 'Europe/Berlin',
  saveExecutions: { manual: true, failed: true, successful: false },
  ownerEmail: 'ada@example.com',
  plan: 'trial-1',
  trialEndsAt: 1_796_209_600_000,
  trialDaysLeft: 14,
  deletionAt: 1_796_468_800_000,
  finalBackupUntil: null,
  forcedUpdate: null,
  goBack: null,
  limits: { executions: 1000, activeWorkflows: 5 },
  usage: usageExample,
  revision: 7,
  usedLimits: usageExample,
  deletionDate: '2026-12-05T02:13:20.000Z',
  url: 'https://ada.weft.example/',
};

/** The immediate answer of a change. */
export const changingInstance = (cause: 'restart' | 'configure' | 'go_back') =>
  json(instance, { ...instanceExample, status: 2, cause });

/** Refusals of a change. */
export const notChangeable = ['workspace_not_found', 'workspace_stopped'] as const;

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

/**
 * Asks the workspace's object for its instance.
 * @throws AppError workspace_not_found before it exists; `code` when the object fails.
 */
export async function requireInstance(
  context: RequestContext,
  viewer: Viewer,
  code: ErrorCode = 'workspace_status_unavailable',
): Promise<InstanceView> {
  const view = await withErrorCode(code, () => objectOf(context, viewer).view(viewer.account.id));
  if (!view) throw new AppError('workspace_not_found');
  return view;
}

/** Like `requireInstance`. @throws AppError workspace_not_found also once the workspace is deleted. */
export async function requireLiveInstance(context: RequestContext, viewer: Viewer): Promise<InstanceView> {
  const view = await requireInstance(context, viewer);
  if (view.notice === 'deleted') throw new AppError('workspace_not_found');
  return view;
}
