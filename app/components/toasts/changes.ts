import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';

/** A change made elsewhere, for the page that a person has open. */
export type Change =
  | { kind: 'offline' | 'stopped' | 'payment-received' | 'payment-failed' }
  | { kind: 'version'; version: string }
  | { kind: 'limits'; executions: number };

/** Users cannot read more at a time: a new toast replaces the oldest. */
export const MAX_TOASTS = 3;

export type Toast = Change & { id: number };

/**
 * @param before the view that the browser had; null before the first one.
 * @returns what a later view of the same workspace changed; Pending and Online have their own words (`StatusNews`).
 */
export function changesBetween(before: InstanceView | null, after: InstanceView): Change[] {
  if (before?.workspaceId !== after.workspaceId || before.revision >= after.revision) return [];
  const changes: Change[] = [];
  if (before.status !== after.status && after.status === InstanceStatus.Offline)
    changes.push({ kind: 'offline' });
  if (before.status !== after.status && after.status === InstanceStatus.Stopped)
    changes.push({ kind: 'stopped' });
  if (before.limits.executions !== after.limits.executions)
    changes.push({ kind: 'limits', executions: after.limits.executions });
  return changes;
}

/** @returns the version that an update brought once the workspace runs it; null otherwise. */
export function findUpdatedVersion(lastRun: string | null, { status, version }: InstanceView): string | null {
  const isRunning = status === InstanceStatus.Online;
  return isRunning && lastRun !== null && lastRun !== version.name ? version.name : null;
}

/** @returns the toasts with the changes added, each as a separate toast: the newest `MAX_TOASTS`. */
export function addToasts(toasts: readonly Toast[], changes: readonly Change[]): Toast[] {
  const next = (toasts.at(-1)?.id ?? 0) + 1;
  // A newer toast replaces an older one of its kind.
  const others = toasts.filter(({ kind }) => !changes.some((change) => change.kind === kind));
  return [...others, ...changes.map((change, index) => ({ ...change, id: next + index }))].slice(-MAX_TOASTS);
}
