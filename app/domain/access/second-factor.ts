import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/clock.ts';

/** How long somebody who has given their password has for the second factor. */
const PENDING_SIGN_IN_LIFETIME_MS = 15 * MINUTE_MS;
/** How long a proof of who one is counts for what hurts; then it is asked for again. */
const PROOF_LIFETIME_MS = 15 * MINUTE_MS;
/** How long a remembered browser is not asked for the second factor. */
export const REMEMBERED_LIFETIME_MS = 30 * DAY_MS;
/** A lost second factor is removed no sooner: its owner has this long to refuse by mail. */
export const REMOVAL_WAIT_MS = DAY_MS;
/** After the wait, the mailed link works this long. */
export const REMOVAL_LIFETIME_MS = 48 * HOUR_MS;

export const MAX_AUTHENTICATOR_APPS = 5;
export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;

/** Which kinds of second factor a person has. */
export interface FactorKinds {
  app: boolean;
  passkey: boolean;
}

export function hasSecondFactor({ app, passkey }: FactorKinds): boolean {
  return app || passkey;
}

/** Somebody whose password or link was right and who still owes their second factor. */
export interface PendingSignIn {
  tokenHash: string;
  createdAt: number;
  userId: string;
  email: string;
  factors: FactorKinds;
}

/** @returns whether a sign-in without its second factor can still be finished at `now` (UTC ms). */
export function isPendingSignInAlive({ createdAt }: { createdAt: number }, now: number): boolean {
  return now < createdAt + PENDING_SIGN_IN_LIFETIME_MS;
}

/**
 * @param provedAt when the session's person last proved who they are, UTC ms; null for a caller by API token, which was
 *   made with a proof and has only the permissions it was given.
 */
export function isProofRecent(provedAt: number | null, now: number): boolean {
  return provedAt === null || now < provedAt + PROOF_LIFETIME_MS;
}

/** An authenticator app as its person's security page lists it. */
export interface AuthenticatorApp {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A passkey as its person's security page lists it. */
export interface Passkey extends AuthenticatorApp {
  /** Kept by a service such as iCloud Keychain, so that it outlives the device. */
  isBackedUp: boolean;
}

/** A browser that is not asked for the second factor. */
export interface RememberedBrowser {
  id: string;
  userAgent: string;
  lastSeenAt: number;
  rememberedUntil: number;
}

/** Who a passkey proves somebody to: the portal as browsers name it. */
export interface RelyingParty {
  /** The portal's host name. */
  id: string;
  origin: string;
  name: string;
}

/** @returns what the encryption of an app's secret is bound to. */
export function secretContext(appId: string): string {
  return `totp:${appId}`;
}
