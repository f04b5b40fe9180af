import type { InstanceStatus } from '#app/domain/instance/view.ts';

/** A workspace in a list: its status is the copy that its object last told. */
interface ListedWorkspace {
  name: string;
  /** Spec §4. */
  status: InstanceStatus;
}

export interface WorkspaceListStore {
  /**
   * @returns the workspaces of that name in whose account this person is: one or none. What was never told of is not
   *   there yet, and what is deleted is not there any more. One round trip.
   */
  named(name: string, userId: string): Promise<ListedWorkspace[]>;
}
