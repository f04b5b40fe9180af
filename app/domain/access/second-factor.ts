import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/clock.ts';

/** Time to enter the second factor after the password. */
const PENDING_SIGN_IN_LIFETIME_MS = 15 * MINUTE_MS;
/** How long a proof of identity allows sensitive actions. */
const PROOF_LIFETIME_MS = 15 * MINUTE_MS;
/** How long a remembered browser skips the second factor. */
export const REMEMBERED_LIFETIME_MS = 30 * DAY_MS;
/** Delay before a lost second factor is removed: its owner can refuse by mail until then. */
export const REMOVAL_WAIT_MS = DAY_MS;
/** After the wait, the mailed link works this long. */
export const REMOVAL_LIFETIME_MS = 48 * HOUR_MS;

export const MAX_AUTHENTICATOR_APPS = 5;
export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;

/** The kinds of second factor that a person has. */
export interface FactorKinds {
  app: boolean;
  passkey: boolean;
}

export function hasSecondFactor({ app, passkey }: FactorKinds): boolean {
  return app || passkey;
}

/** A sign-in with the right password or link that still lacks the second factor. */
export interface PendingSignIn {
  tokenHash: string;
  createdAt: number;
  userId: string;
  email: string;
  factors: FactorKinds;
}

/** @returns whether a pending sign-in can still be completed at `now` (UTC ms). */
export function isPendingSignInAlive({ createdAt }: { createdAt: number }, now: number): boolean {
  return now < createdAt + PENDING_SIGN_IN_LIFETIME_MS;
}

/** @param provedAt the session's last proof of identity, UTC ms; null for an API token, whose creation required one. */
export function isProofRecent(provedAt: number | null, now: number): boolean {
  return provedAt === null || now < provedAt + PROOF_LIFETIME_MS;
}

/** An authenticator app on the security page. */
export interface AuthenticatorApp {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A passkey on the security page. */
export interface Passkey extends AuthenticatorApp {
  /** Synced by a service such as iCloud Keychain, so it survives the loss of the device. */
  isBackedUp: boolean;
}

/** A browser that skips the second factor. */
export interface RememberedBrowser {
  id: string;
  userAgent: string;
  lastSeenAt: number;
  rememberedUntil: number;
}

/** The portal as the relying party of WebAuthn. */
export interface RelyingParty {
  /** The portal's host name. */
  id: string;
  origin: string;
  name: string;
}

/** @returns the context that binds the encryption of an app's secret to that app. */
export function secretContext(appId: string): string {
  return `totp:${appId}`;
}
