/** What a workspace's credential is for: its plan and limits, again and again, or one of its people, once. */
export type CloudPurpose = 'cloud' | 'cloud-user';

/** Which workspace calls, and for which of its people; null where it speaks for itself. */
export interface CloudCaller {
  workspaceId: string;
  email: string | null;
}

/** @returns who calls; null for any credential but a genuine one, for this purpose and not yet over. */
export type VerifyCloudCredential = (
  credential: string,
  asked: { purpose: CloudPurpose; now: number },
) => Promise<CloudCaller | null>;
