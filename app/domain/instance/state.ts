import { z } from 'zod';
import type { Entitlement, StopReason } from './entitlement.ts';
import type { PendingCause, SaveExecutions, Usage } from './view.ts';

/** An instant, UTC ms. */
const instant = z.number();
const count = z.number();

/** What entitles the account to a running workspace. */
const entitlement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('trial'), endsAt: instant }),
  z.strictObject({ kind: z.literal('active') }),
  z.strictObject({ kind: z.literal('paused'), pausedAt: instant }),
  z.strictObject({ kind: z.literal('cancelled'), endsAt: instant }),
]) satisfies z.ZodType<Entitlement>;

const stopReason = z.enum(['trial_ended', 'paused', 'cancelled']) satisfies z.ZodType<StopReason>;
const pendingCause = z.enum([
  'provision',
  'restart',
  'configure',
  'update',
  'resume',
  'recover',
]) satisfies z.ZodType<PendingCause>;

const saveExecutions = z.strictObject({
  manual: z.boolean(),
  failed: z.boolean(),
  successful: z.boolean(),
}) satisfies z.ZodType<SaveExecutions>;

const usage = z.strictObject({
  timeframe: z.string(),
  executions: count,
  activeWorkflows: count,
}) satisfies z.ZodType<Usage>;

/** Facts about the account that an instance belongs to, as the database sends them. */
const instanceFacts = z.strictObject({
  workspaceId: z.string(),
  accountId: z.string(),
  name: z.string(),
  ownerEmail: z.string(),
  /** The account's own; the instance's may be set to another. */
  timezone: z.string(),
  /** The plan's limits as they reach an instance (spec §3, "Plan spec"). */
  limits: z.strictObject({
    monthlyExecutions: count,
    activeWorkflows: count,
    concurrentExecutions: count,
    memoryMib: z.number(),
    cpuMillicores: z.number(),
    logRetentionDays: z.number(),
  }),
  entitlement,
  /** The cluster it runs on: chosen once, never changed. */
  clusterId: z.string(),
  /** Grows with each change of the above in the database: older facts that arrive late are ignored. */
  factsRevision: z.number(),
});

/** What an operator sets (spec §2, "Workspace settings"). */
const configuration = z.strictObject({ version: z.string(), timezone: z.string(), saveExecutions });

/** The last export of a workspace's workflows, without which nothing is deleted. */
const finalBackup = z.strictObject({
  /** Of the file in the backup store. */
  key: z.string(),
  bytes: count,
  workflows: count,
  takenAt: instant,
});

/** How an instance is. A union, so that no mix of two can be written. */
const instancePhase = z.discriminatedUnion('kind', [
  /** It should run and does not yet; `startedAt` begins the polling of spec §4. */
  z.strictObject({
    kind: z.literal('pending'),
    cause: pendingCause,
    startedAt: instant,
    isClusterUnreachable: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('online') }),
  /** It should run, did not within the polling, and is still probed. */
  z.strictObject({ kind: z.literal('offline') }),
  /** It should not run. */
  z.strictObject({ kind: z.literal('stopped'), reason: stopReason }),
  /** Its deletion is due: it runs once more, for its final backup alone. Nothing is destroyed yet. */
  z.strictObject({ kind: z.literal('backing-up'), reason: stopReason, startedAt: instant }),
  /** The backup is safe; what the cluster has of it is being removed. */
  z.strictObject({
    kind: z.literal('removing'),
    reason: stopReason,
    backup: finalBackup,
    /** Of the entitlement that ended (`progress`): another one since then asks for a new workspace. */
    serial: z.number(),
  }),
  /** Nothing is left but the backup, until that expires. */
  z.strictObject({ kind: z.literal('deleted'), reason: stopReason, at: instant }),
]);

/** When each mail of the current timetable was sent; a new entitlement starts over. */
const timetableProgress = z.strictObject({
  /** Distinguishes the mails of one entitlement from those of the next. */
  serial: z.number(),
  remindedAt: instant.exactOptional(),
  endToldAt: instant.exactOptional(),
  warnedEarlyAt: instant.exactOptional(),
  warnedAt: instant.exactOptional(),
});

/** The state of an instance, version 1 of its stored form; its types follow from it. */
export const instanceState = z.strictObject({
  facts: instanceFacts,
  configuration,
  phase: instancePhase,
  /** Since when the phase's status holds. */
  since: instant,
  /** Whether the cluster took the current generation; if not, the next probe applies it again. */
  isApplied: z.boolean(),
  /** Grows when the wanted process changes: an answer about an earlier generation means nothing. */
  generation: z.number(),
  /** Restarts asked for so far: the cluster restarts when this number changes, and not when it is applied twice. */
  restarts: z.number(),
  /** Grows with each visible change. */
  revision: z.number(),
  /** 1, and one more each time a deleted workspace begins again. */
  incarnation: z.number(),
  /** Of the incarnations that are over, oldest first: each is kept for its time, whatever comes after. */
  finalBackups: z.array(finalBackup).readonly(),
  progress: timetableProgress,
  usage: usage.nullable(),
  /** The highest share of the executions that a mail warned of this month, in percent, by the limit it is a share of. */
  usageWarnings: z
    .strictObject({ timeframe: z.string(), percentByLimit: z.record(z.string(), z.number()).readonly() })
    .nullable(),
  /** A version that is too old: its replacement, and when it is installed. */
  staleness: z.strictObject({ version: z.string(), target: z.string(), updateAt: instant }).nullable(),
});

export type InstanceState = z.infer<typeof instanceState>;
export type InstanceFacts = z.infer<typeof instanceFacts>;
export type Configuration = z.infer<typeof configuration>;
export type FinalBackup = z.infer<typeof finalBackup>;
export type InstancePhase = z.infer<typeof instancePhase>;
export type PhaseKind = InstancePhase['kind'];
export type TimetableProgress = z.infer<typeof timetableProgress>;

export const phaseKinds = [
  'pending',
  'online',
  'offline',
  'stopped',
  'backing-up',
  'removing',
  'deleted',
] as const satisfies readonly PhaseKind[];
