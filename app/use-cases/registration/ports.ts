import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { MailMessage } from '#app/domain/mail/messages.ts';

/** A human check that holds: `id` is the same for every use of the same check. */
export interface HumanCheck {
  /** @returns null when the payload is missing, forged, expired or unsolved. */
  verify(payload: string, client: ClientInfo): Promise<{ id: string } | null>;
}

interface Counted {
  attempts: number;
  windowEndsAt: number;
}

/** What stands in the way of a registration, read together with counting the attempt. */
export interface RegistrationGround {
  attempts: number;
  windowEndsAt: number;
  isNameTaken: boolean;
  /** The person whose confirmed e-mail it already is. */
  emailOwner: { email: string } | null;
  /** Who registered with this very human check: the same form posted again. */
  sameCheck: {
    userId: string;
    accountId: string;
    accountName: string;
    emailNormalized: string;
    passwordHash: string;
  } | null;
}

export interface NewRegistration {
  now: number;
  userId: string;
  accountId: string;
  workspaceId: string;
  humanCheckId: string;
  accountName: string;
  planId: string;
  name: string;
  email: string;
  emailNormalized: string;
  passwordHash: string;
  wantsNewsletter: boolean;
  timezone: string;
  sessionTokenHash: string;
  deviceTokenHash: string;
  /** Null for an e-mail that somebody confirmed: nothing can confirm this registration. */
  confirmationTokenHash: string | null;
  mail: MailMessage;
  client: ClientInfo;
}

/** Why a confirmation link does not work. */
export type RefusedConfirmation =
  | { kind: 'expired' }
  /** This link, or another of the same person, was used before. */
  | { kind: 'used'; userId: string }
  | { kind: 'unknown' }
  /** Another registration confirmed this e-mail first. */
  | { kind: 'email-belongs-to-another' };

/** What confirming a link led to. */
export type ConfirmationOutcome =
  | { kind: 'confirmed'; userId: string; accountId: string }
  /** The link works, but not in this browser without a password. */
  | { kind: 'needs-password' }
  | RefusedConfirmation;

/** What a registration says of its person; nothing of it is confirmed. */
export interface PendingPerson {
  fullName: string;
  email: string;
  accountName: string;
}

/** Who presses the button. */
export type Confirmer =
  /** The browser that registered, if this is the session of that registration. */
  | { kind: 'registrant'; sessionTokenHash: string | null }
  /** Any browser. Replaces the password, ends all earlier sessions, devices and tokens, and signs this browser in. */
  | {
      kind: 'elsewhere';
      /** Null keeps the name that was typed at registration. */
      name: string | null;
      passwordHash: string;
      sessionTokenHash: string;
      deviceTokenHash: string;
      /** The session that this browser had until now. */
      endsTokenHash: string | null;
    };

/** Registrations in the database; each method is one round trip. */
export interface RegistrationStore {
  surveyGround(input: {
    now: number;
    throttleKey: string;
    throttle: ThrottleRule;
    accountName: string;
    emailNormalized: string;
    humanCheckId: string;
  }): Promise<RegistrationGround>;
  /** @returns 'conflict' when the name or the human check was taken in between; then nothing was written. */
  create(registration: NewRegistration): Promise<'created' | 'conflict'>;
  /** Redeems a link and, with it, starts the account's workspace and trial. */
  confirm(input: {
    now: number;
    tokenHash: string;
    redemptionId: string;
    by: Confirmer;
    client: ClientInfo;
  }): Promise<ConfirmationOutcome>;
  /** @returns whom a working link confirms, and whether `sessionTokenHash` is the session of that registration. */
  pendingConfirmation(input: {
    now: number;
    tokenHash: string;
    sessionTokenHash: string | null;
  }): Promise<(PendingPerson & { isRegistrant: boolean }) | null>;
  /** Counts an attempt that costs a password hash, and reads the link. */
  attemptConfirmation(input: {
    now: number;
    tokenHash: string;
    addressKey: string;
    perAddress: ThrottleRule;
    linkKey: string;
    perLink: ThrottleRule;
  }): Promise<{
    address: Counted;
    link: Counted;
    outcome: { kind: 'ready'; person: PendingPerson } | RefusedConfirmation;
  }>;
  /** Writes a fresh link and its mail unless one was asked for within the wait. @returns whether it was written. */
  renewConfirmation(input: {
    now: number;
    userId: string;
    emailNormalized: string;
    tokenHash: string;
    confirmMail: MailMessage;
    alreadyRegisteredMail: MailMessage;
    cause: string;
  }): Promise<boolean>;
}
