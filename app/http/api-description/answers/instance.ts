import { z } from 'zod';

/** Spec §4: Offline 0, Online 1, Pending 2, Stopped 3. */
export const instanceStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

const usage = z.strictObject({
  timeframe: z.string().regex(/^\d{4}-\d{2}$/),
  executions: z.int(),
  activeWorkflows: z.int(),
});

export const usedLimitsAnswer = usage;

const causes = ['provision', 'restart', 'configure', 'update', 'resume', 'recover'] as const;
const notices = [
  ...['cluster_unreachable', 'polling_timed_out', 'trial_ended', 'paused', 'cancelled', 'deleting'],
  'deleted',
];

/** A workspace (spec §3): what `GET /instance` answers, and what a change of it answers at once. */
export const instanceAnswer = z
  .strictObject({
    workspaceId: z.string().startsWith('wks_'),
    accountId: z.string().startsWith('acc_'),
    name: z.string(),
    status: instanceStatus,
    cause: z.enum(causes).nullable(),
    notice: z.enum(notices).nullable(),
    since: z.int(),
    version: z.strictObject({ name: z.string() }),
    timezone: z.string(),
    saveExecutions: z.strictObject({ manual: z.boolean(), failed: z.boolean(), successful: z.boolean() }),
    ownerEmail: z.string(),
    trialEndsAt: z.int().nullable(),
    trialDaysLeft: z.int().nullable(),
    deletionAt: z.int().nullable(),
    finalBackupUntil: z.int().nullable(),
    forcedUpdate: z.strictObject({ version: z.string(), at: z.int() }).nullable(),
    limits: z.strictObject({ executions: z.int(), activeWorkflows: z.int() }),
    usage: usage.nullable(),
    revision: z.int(),
    usedLimits: usage.nullable(),
    deletionDate: z.iso.datetime().nullable(),
    url: z.url(),
  })
  .meta({ id: 'Instance' });

export const versionsAnswer = z.array(
  z
    .strictObject({
      name: z.string(),
      channel: z.enum(['stable', 'beta']),
      createdAt: z.iso.datetime(),
      hasBreakingChange: z.boolean(),
      hasSecurityFix: z.boolean(),
      isCurrent: z.boolean(),
    })
    .meta({ id: 'Version' }),
);

export const urlAnswer = z.strictObject({ url: z.url() });

export const exportAnswer = z.strictObject({ id: z.string().startsWith('bkp_') });

/** A code of one minute's life. */
export const workspaceLoginCodeAnswer = z.strictObject({ code: z.string() });
