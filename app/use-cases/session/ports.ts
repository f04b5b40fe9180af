import type { AuditKind } from '#app/domain/access/audit.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Membership } from '#app/domain/access/member.ts';
import type { OpenSession } from '#app/domain/access/open-session.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer, ViewerState } from '#app/domain/access/viewer.ts';

interface SignInCandidate {
  userId: string;
  accountId: string;
  passwordHash: string;
}

interface Counted {
  attempts: number;
  windowEndsAt: number;
}

/** Sessions in the database; each method is one round trip. */
export interface SessionStore {
  /** Reads the session, its person, account, plan, subscription and workspace. */
  viewer(tokenHash: string, now: number): Promise<ViewerState>;
  /** Counts an attempt on the account and from the address, and finds whom the login names. */
  attempt(input: {
    now: number;
    login: string;
    emailNormalized: string;
    deviceTokenHash: string;
    addressKey: string;
    perAccount: ThrottleRule;
    perAddress: ThrottleRule;
  }): Promise<{
    /** Of the account; of this browser alone when the account knows it. `key` names the counter. */
    account: Counted & { key: string };
    address: Counted;
    candidate: SignInCandidate | null;
  }>;
  /**
   * Keeps a refused attempt. It costs the same for a login that names nobody, of which nothing is kept.
   */
  recordRefusal(input: {
    now: number;
    userId: string | null;
    accountId: string | null;
    kind: Extract<AuditKind, 'sign_in_failed' | 'sign_in_throttled'>;
    client: ClientInfo;
  }): Promise<void>;
  /**
   * @param input.forgiveKey a counter that this attempt, being right, is taken off again.
   * @param input.endsTokenHash the session that this browser had until now.
   * @param input.passwordHash the same password's, by today's parameters.
   * @param input.isOfRegistration dates the session back to its person's registration: the same form was posted twice.
   */
  create(input: {
    now: number;
    tokenHash: string;
    deviceTokenHash: string;
    userId: string;
    accountId: string;
    client: ClientInfo;
    forgiveKey?: string;
    endsTokenHash?: string | null;
    passwordHash?: string;
    isOfRegistration?: true;
  }): Promise<void>;
  touch(tokenHash: string, now: number): Promise<void>;
  /** Ends the session that a program had until it signed in again, perhaps as somebody else. */
  endReplaced(input: { now: number; tokenHash: string; newTokenHash: string }): Promise<void>;
  /** Ends a session that never signed anybody in. */
  discard(tokenHash: string): Promise<void>;
  /** Ends the viewer's own session. */
  signOut(input: { now: number; viewer: Viewer; client: ClientInfo }): Promise<void>;
  /** @returns the sessions that still sign the viewer in, the latest first, and the accounts they belong to. */
  overview(viewer: Viewer, now: number): Promise<{ sessions: OpenSession[]; memberships: Membership[] }>;
  /** @returns whether there was such a session of the viewer's. */
  end(input: { now: number; viewer: Viewer; sessionId: string; client: ClientInfo }): Promise<boolean>;
  endOthers(input: { now: number; viewer: Viewer; client: ClientInfo }): Promise<void>;
  /** Moves the viewer's session to another account of theirs. @returns whether they belong to it. */
  switchAccount(input: {
    now: number;
    viewer: Viewer;
    accountId: string;
    client: ClientInfo;
  }): Promise<boolean>;
}
