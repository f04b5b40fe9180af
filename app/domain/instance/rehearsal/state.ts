import { z } from 'zod';
import { rehearsalReport } from './report.ts';

/** An instant, UTC ms. */
const instant = z.number();

/** Why a rehearsal has no findings about its version; the texts are under `manage.update.failure`. */
const failureReasons = [
  'no_backup',
  'not_ready',
  'cluster_unreachable',
  'check_failed',
  'workspace_stopped',
  'version_changed',
] as const;
export type FailureReason = (typeof failureReasons)[number];

const outcome = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('passed'), report: rehearsalReport }),
  /** The version breaks an active workflow and is not carried out. */
  z.strictObject({ verdict: z.literal('blocked'), report: rehearsalReport }),
  /** The rehearsal has no findings, so the update is not carried out. */
  z.strictObject({ verdict: z.literal('failed'), reason: z.enum(failureReasons) }),
]);
export type RehearsalOutcome = z.infer<typeof outcome>;

/** Key of the workflows to rehearse with, and whether they were exported for this rehearsal. */
const rehearsedBackup = z.strictObject({ key: z.string(), isOwn: z.boolean() });
export type RehearsedBackup = z.infer<typeof rehearsedBackup>;

/**
 * Outcome of the update: `dropped` never began; `withdrawn` lost its version from the offer; `not_saved`, `not_ready` and
 * `fewer_active` kept or restored the earlier version; `announced` is rehearsed again on its date.
 */
const updateOutcomes = [
  'updated',
  'dropped',
  'withdrawn',
  'not_saved',
  'not_ready',
  'fewer_active',
  'announced',
] as const;
export type UpdateOutcome = (typeof updateOutcomes)[number];

/** How the rehearsal of a forced update ended without an update. */
export type ForcedVerdict = RehearsalOutcome['verdict'] | 'not_saved' | 'withdrawn';

const phase = z.discriminatedUnion('kind', [
  /** Exports the running workspace's workflows. */
  z.strictObject({ kind: z.literal('preparing'), startedAt: instant }),
  /** The copy starts on the new version. */
  z.strictObject({
    kind: z.literal('starting'),
    startedAt: instant,
    backup: rehearsedBackup,
    isClusterUnreachable: z.boolean(),
    /** The cluster has accepted the copy; `startedAt` is when. */
    isApplied: z.boolean().exactOptional(),
  }),
  /** The copy imports the workflows and checks them. */
  z.strictObject({
    kind: z.literal('checking'),
    startedAt: instant,
    attempts: z.number(),
    backup: rehearsedBackup,
  }),
  /** The outcome is known; the cluster removes the copy. */
  z.strictObject({ kind: z.literal('removing'), startedAt: instant, outcome }),
  /** The copy is gone and the version passed: the workspace changes to it, or goes back. */
  z.strictObject({
    kind: z.literal('changing'),
    startedAt: instant,
    outcome,
    /** The last backup before the update is complete. */
    isSaved: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('reported'), at: instant, result: z.enum(updateOutcomes), outcome }),
]);

/** A rehearsed update: version 1 of its stored form. */
export const rehearsalState = z.strictObject({
  /** Grows with each rehearsal: answers about an earlier one are ignored. */
  serial: z.number(),
  from: z.string(),
  target: z.string(),
  requestedAt: instant,
  /**
   * Date of the forced update, which is rehearsed before it and again on it; null for a selected
   * version, which is carried out immediately.
   */
  updateAt: instant.nullable(),
  phase,
});

export type RehearsalState = z.infer<typeof rehearsalState>;
