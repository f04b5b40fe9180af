import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../client.ts';
import {
  authenticatorApps,
  linkTokens,
  passkeys,
  recoveryCodes,
  throttles,
  usedProofs,
} from '../../schema/index.ts';

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

/** Names the request, so that the other statements of its batch know that its proof was the first of its kind. */
export interface UsesProof {
  requestId: string;
  proof: Proof;
  /** The counter that this attempt, being right, is taken off again. */
  forgiveKey: string;
  mailId: string;
}

/**
 * The statements that use a proof, and what the rest of their batch asks. A batch cannot branch: the first statement
 * decides by the primary key whether this request's use is the first, and each later one acts only where it was.
 */
export function spendProof(
  db: Db,
  proof: Proof,
  { now, userId, requestId }: { now: number; userId: string; requestId: string },
) {
  const { id, exists } = keyOf(proof, userId);
  const isMine = sql`EXISTS (SELECT 1 FROM ${usedProofs}
    WHERE ${usedProofs.id} = ${id} AND ${usedProofs.usedBy} = ${requestId})`;
  return {
    statements: [
      markUsed(db, { id, requestId, now }, exists),
      noteUse(db, proof, { now, userId, isMine }),
    ] as const,
    isMine,
  };
}

/** The statement that marks something as used by this request, unless another has before. */
export function markUsed(
  db: Db,
  { id, requestId, now }: { id: string; requestId: string; now: number },
  condition: SQL = sql`TRUE`,
) {
  return db.run(sql`INSERT INTO ${usedProofs} (id, used_by, used_at)
    SELECT ${id}, ${requestId}, ${now} WHERE ${condition} ON CONFLICT DO NOTHING`);
}

/** @returns what names one use, and the condition that there is something to use. */
function keyOf(proof: Proof, userId: string): { id: string; exists: SQL } {
  switch (proof.kind) {
    case 'app':
      return {
        id: `app:${proof.appId}:${proof.step}`,
        exists: sql`EXISTS (SELECT 1 FROM ${authenticatorApps}
          WHERE ${authenticatorApps.id} = ${proof.appId} AND ${authenticatorApps.userId} = ${userId})`,
      };
    case 'recovery-code':
      return {
        id: `code:${userId}:${proof.codeHash}`,
        exists: sql`EXISTS (SELECT 1 FROM ${recoveryCodes}
          WHERE ${recoveryCodes.userId} = ${userId} AND ${recoveryCodes.codeHash} = ${proof.codeHash})`,
      };
    case 'passkey':
      return {
        id: `challenge:${proof.challengeId}`,
        // Read again: of two uses at once with the same counter, one comes from a copy.
        exists: sql`EXISTS (SELECT 1 FROM ${passkeys}
          WHERE ${passkeys.credentialId} = ${proof.credentialId} AND ${passkeys.userId} = ${userId}
            AND (${passkeys.counter} < ${proof.counter} OR (${passkeys.counter} = 0 AND ${proof.counter} = 0)))`,
      };
  }
}

function noteUse(
  db: Db,
  proof: Proof,
  { now, userId, isMine }: { now: number; userId: string; isMine: SQL },
) {
  switch (proof.kind) {
    case 'app':
      return db
        .update(authenticatorApps)
        .set({ drift: proof.drift, lastUsedAt: now })
        .where(and(eq(authenticatorApps.id, proof.appId), isMine));
    case 'recovery-code':
      return db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, proof.codeHash), isMine));
    case 'passkey':
      return db
        .update(passkeys)
        .set({ counter: proof.counter, lastUsedAt: now })
        .where(and(eq(passkeys.credentialId, proof.credentialId), isMine));
  }
}

/** The statement that takes a right attempt off its counter again. */
export function forgive(db: Db, key: string, condition: SQL) {
  return db
    .update(throttles)
    .set({ count: sql`max(${throttles.count} - 1, 0)` })
    .where(and(eq(throttles.key, key), condition));
}

/** The statement that ends a pending removal: a person who proves a second factor has not lost it. */
export function voidRemovalLinks(db: Db, userId: string | SQL, now: number, condition: SQL) {
  return db
    .update(linkTokens)
    .set({ usedAt: now })
    .where(sql`${linkTokens.userId} = ${userId} AND ${linkTokens.usedAt} IS NULL
      AND ${linkTokens.purpose} IN ('remove_second_factor', 'keep_second_factor') AND ${condition}`);
}
