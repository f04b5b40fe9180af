/** The use of a workspace's credential: to read its plan and limits repeatedly, or one of its people once. */
export type CloudPurpose = 'cloud' | 'cloud-user';

/** The calling workspace, and the e-mail of the person it asks about; null if it asks about itself. */
export interface CloudCaller {
  workspaceId: string;
  email: string | null;
}
