/** Why a confirmation link does not work. */
export type RefusedConfirmation =
  | { kind: 'expired' }
  /** The person has used this link, or another one, already. */
  | { kind: 'used'; userId: string }
  | { kind: 'unknown' }
  /** Another registration confirmed this e-mail first. */
  | { kind: 'email-belongs-to-another' };

/** Outcome of a confirmation link. */
export type ConfirmationOutcome =
  | { kind: 'confirmed'; userId: string; accountId: string }
  /** The link is valid, but this browser did not register: it has to set a password. */
  | { kind: 'needs-password' }
  | RefusedConfirmation;

/** The person of a registration; nothing is confirmed yet. */
export interface PendingPerson {
  fullName: string;
  email: string;
  accountName: string;
}

/** The browser that confirms. */
export type Confirmer =
  /** The browser that registered, if this is the session of that registration. */
  | { kind: 'registrant'; sessionTokenHash: string | null }
  /** Any browser. Replaces the password, ends all earlier sessions, devices and tokens, and signs this browser in. */
  | {
      kind: 'elsewhere';
      /** Null keeps the name from the registration. */
      name: string | null;
      passwordHash: string;
      sessionTokenHash: string;
      deviceTokenHash: string;
      /** This browser's session until now. */
      endsTokenHash: string | null;
    };
