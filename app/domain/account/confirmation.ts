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
