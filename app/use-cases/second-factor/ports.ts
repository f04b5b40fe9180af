import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { SecondFactors } from '#app/domain/access/second-factor.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';

interface Counted {
  attempts: number;
  windowEndsAt: number;
}

/** What proves a second factor, found right and not used yet: the database lets each be used once. */
export type Proof =
  /** A code of an app: `step` is its 30 s step, `drift` how far the app's clock is ahead. */
  | { kind: 'app'; appId: string; step: number; drift: number }
  | { kind: 'recovery-code'; codeHash: string }
  | { kind: 'passkey'; credentialId: string; counter: number; challengeId: string };

export interface StoredPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** What is needed to check a proof. Secrets are encrypted. */
export interface StoredFactors {
  apps: Array<{ id: string; secret: string; drift: number }>;
  passkeys: StoredPasskey[];
}

interface Act {
  now: number;
  client: ClientInfo;
}

/** Names the request, so that the other statements of its batch know that its proof was the first of its kind. */
interface UsesProof {
  requestId: string;
  proof: Proof;
  /** The counter that this attempt, being right, is taken off again. */
  forgiveKey: string;
  mailId: string;
}

/** Proving a second factor; each method is one round trip. */
export interface FactorProofStore {
  /** Counts an attempt at a person's second factor, and reads what it is checked against. */
  attempt(input: {
    now: number;
    userId: string;
    deviceTokenHash: string;
    rule: ThrottleRule;
  }): Promise<Counted & StoredFactors & { key: string }>;
  /**
   * @param input.mailId of a mail that somebody guesses; null for none.
   * @param input.challengeId of a passkey whose counter went back: an answer that was posted twice is no copy.
   */
  recordRefusal(
    input: Act & { userId: string; mailId: string | null } & (
        | { kind: 'second_factor_refused' }
        | { kind: 'passkey_counter_went_back'; challengeId: string }
      ),
  ): Promise<void>;
  /** Turns a session that owes its second factor into one that signs in, under a new token. @returns whether it did. */
  finishSignIn(
    input: Act &
      UsesProof & {
        userId: string;
        tokenHash: string;
        sessionTokenHash: string;
        deviceTokenHash: string;
        /** UTC ms; null to go on asking this browser. */
        rememberedUntil: number | null;
      },
  ): Promise<boolean>;
  /**
   * Notes that the session's person has just proved who they are. @param input.use null for a password that was right,
   * which is enough only for who has no second factor.
   * @returns whether it was noted.
   */
  confirmAccess(input: Act & { viewer: Viewer; use: UsesProof | null }): Promise<boolean>;
  /** @returns whose passkey it is, when they are confirmed and belong to an account; null for an unknown one. */
  passkeyHolder(
    credentialId: string,
  ): Promise<{ userId: string; accountId: string; passkey: StoredPasskey } | null>;
  /** Signs in by a passkey alone. @returns whether it did. */
  signInByPasskey(
    input: Act &
      Omit<UsesProof, 'forgiveKey'> & {
        userId: string;
        accountId: string;
        sessionTokenHash: string;
        deviceTokenHash: string;
        endsTokenHash: string | null;
      },
  ): Promise<boolean>;
}

interface AddsFactor extends Act {
  viewer: Viewer;
  id: string;
  name: string;
  requestId: string;
  /** Kept only when the person has none yet. */
  recoveryCodeHashes: readonly string[];
  mailId: string;
}

/** `areCodesNew`: the recovery codes were kept, and are to be shown. */
export type AddOutcome = { kind: 'added'; areCodesNew: boolean } | { kind: 'too-many' } | { kind: 'known' };

/** A person's second factors; each method is one round trip. */
export interface FactorStore {
  overview(
    viewer: Viewer,
    now: number,
  ): Promise<SecondFactors & { factorsChangedAt: number; known: StoredPasskey[] }>;
  /** @param input.step of the code that proved the app; it signs nobody in any more. */
  addApp(
    input: AddsFactor & { secret: string; secretHash: string; drift: number; step: number; limit: number },
  ): Promise<AddOutcome>;
  addPasskey(
    input: AddsFactor & {
      passkey: StoredPasskey & { isBackedUp: boolean };
      challengeId: string;
      limit: number;
    },
  ): Promise<AddOutcome>;
  /** Removes an app or a passkey, and with the last one all that stood in for it. */
  remove(
    input: Act & { viewer: Viewer; kind: 'app' | 'passkey'; id: string; mailId: string },
  ): Promise<'removed' | 'required' | 'missing'>;
  /** @returns whether they were kept: who has no second factor needs none. */
  replaceRecoveryCodes(
    input: Act & { viewer: Viewer; recoveryCodeHashes: readonly string[]; mailId: string },
  ): Promise<boolean>;
  /** @returns whether there was such a browser. */
  forgetBrowser(input: Act & { viewer: Viewer; id: string }): Promise<boolean>;
  /** Asks a second factor of every member, or of none. @returns whether it is so now: who asks it has one. */
  requireOfAll(input: Act & { viewer: Viewer; isRequired: boolean }): Promise<boolean>;
}

type RemovalOutcome = 'done' | 'expired' | 'invalid';

/** The slow way back for who has lost every second factor; each method is one round trip. */
export interface FactorRemovalStore {
  /** Mails the link that removes the factors once the wait is over, and the one that refuses. Links before are void. */
  request(
    input: Act & {
      userId: string;
      tokens: { remove: string; keep: string };
      tokenHashes: { remove: string; keep: string };
      validFrom: number;
      expiresAt: number;
      mailId: string;
      key: string;
      rule: ThrottleRule;
    },
  ): Promise<Counted>;
  /** @returns from when a link works; null for one that is unknown, used or over. */
  look(tokenHash: string, now: number): Promise<{ validFrom: number } | null>;
  /** Removes every second factor and ends every session of the link's person. */
  remove(input: Act & { tokenHash: string; requestId: string; mailId: string }): Promise<RemovalOutcome>;
  /** Voids what `request` mailed, and ends sign-ins that wait for a second factor. */
  keep(input: Act & { tokenHash: string; requestId: string }): Promise<RemovalOutcome>;
}
