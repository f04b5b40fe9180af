import { z } from 'zod';
import { roles } from '../access/roles.ts';
import { overageState, overageTerms } from './overage-state.ts';
import { pendingCauses, type SaveExecutions, stopReasons, type Usage } from './view.ts';

/** An instant, UTC ms. */
const instant = z.number();
const count = z.number();

/** The account's entitlement to a running workspace. */
const entitlement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('trial'), endsAt: instant }),
  /** Paid; a past-due payment changes nothing yet. */
  z.strictObject({ kind: z.literal('active') }),
  /** Unpaid (spec §4, "subscription paused after failed payments"). */
  z.strictObject({ kind: z.literal('paused'), pausedAt: instant }),
  /** Runs to the end of the billing cycle. */
  z.strictObject({ kind: z.literal('cancelled'), endsAt: instant }),
]);

const stopReason = z.enum(stopReasons);
const pendingCause = z.enum(pendingCauses);

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
  /** The account's timezone; the instance's setting can differ. */
  timezone: z.string(),
  /** The plan's limits for an instance (spec §3, "Plan spec"). */
  limits: z.strictObject({
    monthlyExecutions: count,
    activeWorkflows: count,
    concurrentExecutions: count,
    memoryMib: z.number(),
    cpuMillicores: z.number(),
    logRetentionDays: z.number(),
  }),
  entitlement,
  /** The terms on which executions beyond the plan's run on; absent when they are held. */
  overage: overageTerms.exactOptional(),
  /** The instance's cluster; chosen once, never changed. */
  clusterId: z.string(),
  /** Grows with each change of these facts in the database; late older facts are ignored. */
  factsRevision: z.number(),
});

/** The operator's settings (spec §2, "Workspace settings"). */
const configuration = z.strictObject({ version: z.string(), timezone: z.string(), saveExecutions });

/** The last export of a workspace's workflows; without one nothing is deleted. */
const finalBackup = z.strictObject({
  /** Key in the backup store. */
  key: z.string(),
  bytes: count,
  workflows: count,
  takenAt: instant,
});

/** Reason why an update went back; `requested` by a person. */
const goBackReasons = ['not_ready', 'fewer_active', 'requested'] as const;
export type GoBackReason = (typeof goBackReasons)[number];

/** Outcome of an update: the new version runs, its data could not be saved first, or the workspace went back. */
const updateResult = z.enum(['updated', 'not_saved', ...goBackReasons]);

/** Step of an update in which the workspace is Pending (docs/updates.md). */
const updateStep = z.discriminatedUnion('step', [
  /** The process stops, and the cluster makes a snapshot of its data. */
  z.strictObject({
    step: z.literal('saving'),
    target: z.string(),
    /** Serial of the snapshot. */
    snapshot: count,
    activeWorkflows: count.nullable(),
    isForced: z.boolean(),
  }),
  /** The new version runs; its webhooks are still held. */
  z.strictObject({ step: z.literal('verifying') }),
  /** The process of the new version stops. The next one runs the earlier version on the earlier data. */
  z.strictObject({ step: z.literal('reverting') }),
]);

/** Data and version before the last update, to which the workspace can go back. */
const savedVersion = z.strictObject({
  version: z.string(),
  /** Serial of the snapshot of its data. */
  snapshot: count,
  /** Before the update; null if the process did not report it. */
  activeWorkflows: count.nullable(),
  isForced: z.boolean(),
  /** End of the time in which people can go back, UTC ms. */
  until: instant,
});

/** The month's counter when people went back: the process raises that of the earlier data to it, once for a claim. */
const countedBefore = z.strictObject({ month: z.string(), executions: count });

/**
 * A change that the process has to know of: a person's sessions ended, or they have this role; null once they left. `roleAt`: the instant
 * before the role was read; earlier deployments stored none.
 */
const personChange = z.strictObject({
  email: z.string(),
  isSignedOut: z.boolean(),
  role: z.enum(roles).nullable().exactOptional(),
  roleAt: instant.exactOptional(),
});

/** Phase of an instance. A union, so that no phase has another's fields. */
const instancePhase = z.discriminatedUnion('kind', [
  /** Should run, but does not yet. `startedAt`: start of the polling of spec §4; `answeredAt`: the cluster's last answer in an update. */
  z.strictObject({
    kind: z.literal('pending'),
    cause: pendingCause,
    startedAt: instant,
    answeredAt: instant.exactOptional(),
    isClusterUnreachable: z.boolean(),
    update: updateStep.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('online') }),
  /** Should run, but did not become ready within the polling; probes continue. */
  z.strictObject({ kind: z.literal('offline') }),
  /** Should not run. */
  z.strictObject({ kind: z.literal('stopped'), reason: stopReason }),
  /** The deletion is due: the process runs again, only for the final backup. Nothing is destroyed yet. */
  z.strictObject({ kind: z.literal('backing-up'), reason: stopReason, startedAt: instant }),
  /** The final backup is stored; the cluster removes the rest. */
  z.strictObject({
    kind: z.literal('removing'),
    reason: stopReason,
    backup: finalBackup,
    /** Serial (`progress`) of the ended entitlement: a later one needs a new workspace. */
    serial: z.number(),
  }),
  /** Only the final backup is left, until it expires. */
  z.strictObject({ kind: z.literal('deleted'), reason: stopReason, at: instant }),
]);

/** When each mail of the current timetable was sent; a new entitlement starts over. */
const timetableProgress = z.strictObject({
  /** Distinguishes the mails of one entitlement from those of the next. */
  serial: z.number(),
  remindedAt: instant.exactOptional(),
  /** The mail about the trial's end. */
  endMailedAt: instant.exactOptional(),
  warnedEarlyAt: instant.exactOptional(),
  warnedAt: instant.exactOptional(),
});

/** The state of an instance, as it is stored; its types follow from it. */
export const instanceState = z.strictObject({
  facts: instanceFacts,
  configuration,
  phase: instancePhase,
  /** Beginning of the current status. */
  since: instant,
  /** Whether the cluster accepted the current generation; if not, the next probe applies it again. */
  isApplied: z.boolean(),
  /** Grows when the wanted process changes; answers about earlier generations are ignored. */
  generation: z.number(),
  /** Number of requested restarts: the cluster restarts the process when it changes, not when it is applied twice. */
  restarts: z.number(),
  /** Grows with each visible change. */
  revision: z.number(),
  /** Starts at 1 and grows when a deleted workspace starts again. */
  incarnation: z.number(),
  /** Final backups of earlier incarnations, oldest first; each expires on its own date. */
  finalBackups: z.array(finalBackup).readonly(),
  progress: timetableProgress,
  usage: usage.nullable(),
  /** When the stored usage was first read. */
  usageReadAt: instant.exactOptional(),
  /** The highest warning of this month in percent, by the limit that it refers to. */
  usageWarnings: z
    .strictObject({ timeframe: z.string(), percentByLimit: z.record(z.string(), z.number()).readonly() })
    .nullable(),
  overage: overageState,
  /** The announced update of an old version. `rehearsed`: the version with a reported rehearsal. `postponed`: how often. */
  staleness: z
    .strictObject({
      version: z.string(),
      target: z.string(),
      updateAt: instant,
      rehearsed: z.string().exactOptional(),
      postponed: count.exactOptional(),
    })
    .nullable(),
  /** The claim with the data: its serial, which grows when the workspace goes back, and the snapshot that it was made from. */
  storage: z.strictObject({
    claim: count,
    snapshot: count.nullable(),
    counted: countedBefore.exactOptional(),
  }),
  saved: savedVersion.nullable(),
  /** Changes of people since the saved data, which does not have them. */
  changedSinceSave: z.array(personChange).readonly(),
  /** Changes of people that no process has accepted: the next process must know of them before it admits anyone. */
  due: z.array(personChange).readonly(),
  lastUpdate: z
    .strictObject({ from: z.string(), target: z.string(), result: updateResult, at: instant })
    .nullable(),
});

export type InstanceState = z.infer<typeof instanceState>;
export type PersonChange = z.infer<typeof personChange>;
export type UpdateStep = z.infer<typeof updateStep>;
export type InstanceFacts = z.infer<typeof instanceFacts>;
export type Configuration = z.infer<typeof configuration>;
export type FinalBackup = z.infer<typeof finalBackup>;
export type InstancePhase = z.infer<typeof instancePhase>;
export type PhaseKind = InstancePhase['kind'];
export type TimetableProgress = z.infer<typeof timetableProgress>;

export const phaseKinds = instancePhase.options.map(({ shape }) => shape.kind.value) as [
  PhaseKind,
  ...PhaseKind[],
];
