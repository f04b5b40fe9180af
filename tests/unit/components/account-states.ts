import type { FrameViewer } from '#app/components/layout/page-flash.tsx';
import type { Role } from '#app/domain/access/roles.ts';
import type { WorkspaceState } from '#app/domain/billing/account-state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';

export const now = Date.UTC(2026, 10, 21, 12);
export const deletionAt = now + 2.5 * DAY_MS;

/** What the workspace's view of each state changes. */
export const views: Record<WorkspaceState, Partial<InstanceView>> = {
  running: { deletionAt },
  stopped: { status: InstanceStatus.Stopped, notice: 'trial_ended', deletionAt },
  deleting: { status: InstanceStatus.Stopped, notice: 'deleting', deletionAt },
  deleted: { status: InstanceStatus.Stopped, notice: 'deleted', finalBackupUntil: now + 90 * DAY_MS },
};

/** A person of an account that has billing. */
export const viewer = (role: Role): FrameViewer => ({
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.com',
  role,
  hasBilling: true,
});
