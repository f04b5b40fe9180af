import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';

interface Counted {
  attempts: number;
  windowEndsAt: number;
}

/** What became of a single-use link. Used, unknown and of another kind are one answer. */
export type LinkOutcome = 'done' | 'expired' | 'invalid';

/** Links sent by mail, and what they change; each method is one round trip. */
export interface RecoveryStore {
  /**
   * Writes a link and its mail for whoever confirmed this e-mail, within both limits; for nobody else, and no trace of
   * which it was.
   * @returns the address's counter; the e-mail's own says nothing to a stranger.
   */
  requestLink(input: {
    now: number;
    purpose: 'magic_link' | 'reset_password';
    emailNormalized: string;
    token: string;
    tokenHash: string;
    expiresAt: number;
    mailId: string;
    emailKey: string;
    addressKey: string;
    perEmail: ThrottleRule;
    perAddress: ThrottleRule;
    /** Of the mail, unless its recipient signed in with this browser before. */
    cause: string;
    deviceTokenHash: string;
    client: ClientInfo;
  }): Promise<Counted>;
  /** Signs the link's person in to the account it names. */
  redeemMagicLink(input: {
    now: number;
    tokenHash: string;
    redemptionId: string;
    sessionTokenHash: string;
    deviceTokenHash: string;
    endsTokenHash: string | null;
    client: ClientInfo;
  }): Promise<LinkOutcome>;
  /** Counts an attempt and looks whether a reset link still works, so that no hash is spent on one that does not. */
  lookAtReset(input: {
    now: number;
    tokenHash: string;
    addressKey: string;
    perAddress: ThrottleRule;
    linkKey: string;
    perLink: ThrottleRule;
  }): Promise<{
    address: Counted;
    link: Counted;
    outcome: LinkOutcome;
    person: { fullName: string; email: string; accountName: string | null } | null;
  }>;
  /** Sets the password; ends every session, link and known browser of the person. */
  resetPassword(input: {
    now: number;
    tokenHash: string;
    redemptionId: string;
    passwordHash: string;
    mailId: string;
    client: ClientInfo;
  }): Promise<LinkOutcome>;
}

/** What a signed-in person changes about their own way in; each method is one round trip. */
export interface CredentialStore {
  /** Counts an attempt at the present password. */
  attempt(input: {
    now: number;
    userId: string;
    key: string;
    rule: ThrottleRule;
  }): Promise<Counted & { passwordHash: string | null }>;
  recordRefusal(input: { now: number; viewer: Viewer; client: ClientInfo }): Promise<void>;
  /** Sets the password, gives the present session a new token, and ends the others and every link sent before. */
  changePassword(input: {
    now: number;
    viewer: Viewer;
    passwordHash: string;
    sessionTokenHash: string;
    forgiveKey: string;
    mailId: string;
    client: ClientInfo;
  }): Promise<void>;
  /**
   * Writes the link that proves the new address, and tells the old one. An address that is somebody's gets a mail that
   * says so, and no link. @returns the counter of such requests; past its limit nothing is written.
   */
  requestEmailChange(input: {
    now: number;
    viewer: Viewer;
    email: string;
    emailNormalized: string;
    token: string;
    tokenHash: string;
    expiresAt: number;
    mailIds: { toNew: string; toOld: string };
    forgiveKey: string;
    key: string;
    rule: ThrottleRule;
    client: ClientInfo;
  }): Promise<Counted>;
  /** Makes the proven address the person's, tells the old one and the workspaces they own. */
  changeEmail(input: {
    now: number;
    tokenHash: string;
    redemptionId: string;
    mailId: string;
    client: ClientInfo;
  }): Promise<LinkOutcome | 'email-belongs-to-another'>;
}
