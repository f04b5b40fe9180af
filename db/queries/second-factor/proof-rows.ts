import { and, eq, type SQL, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { Db } from '../../database.ts';
import { authenticatorApps, linkTokens, passkeys, recoveryCodes, usedProofs } from '../../schema/index.ts';

/** A valid proof of a second factor; the database lets each proof be used once. */
export type Proof =
  /** A code of an app: `step` is its 30 s step, `drift` how many steps the app's clock is ahead. */
  | { kind: 'app'; appId: string; step: number; drift: number }
  | { kind: 'recovery-code'; codeHash: string }
  | { kind: 'passkey'; credentialId: string; counter: number; challengeId: string };

/** The stored data that verify a passkey's proof. */
export type StoredPasskey = Pick<
  typeof passkeys.$inferSelect,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

/** A proof that a request uses. */
export interface UsesProof {
  proof: Proof;
  /** The counter from which this successful attempt is taken. */
  forgiveKey: string;
}

/**
 * The statements that use a proof, and what the rest of their batch needs. A batch cannot branch, so the first statement
 * decides by the primary key whether this request is the first. Each later statement acts only if it is.
 *
 * @param condition if false, the proof stays unused.
 */
export function spendProof(
  db: Db,
  proof: Proof,
  { now, userId }: { now: number; userId: string },
  condition: SQL = sql`TRUE`,
) {
  const requestId = newId('req');
  const { id, exists } = keyOf(proof, userId);
  const isMine = sql`EXISTS (SELECT 1 FROM ${usedProofs}
    WHERE ${usedProofs.id} = ${id} AND ${usedProofs.usedBy} = ${requestId})`;
  return {
    statements: [
      markUsed(db, { id, requestId, now }, sql`${exists} AND ${condition}`),
      noteUse(db, proof, { now, userId, isMine }),
    ] as const,
    isMine,
  };
}

/** The statement that marks a proof as used by this request, unless another request used it before. */
export function markUsed(
  db: Db,
  { id, requestId, now }: { id: string; requestId: string; now: number },
  condition: SQL = sql`TRUE`,
) {
  return db.run(sql`INSERT INTO ${usedProofs} (id, used_by, used_at)
    SELECT ${id}, ${requestId}, ${now} WHERE ${condition} ON CONFLICT DO NOTHING`);
}

/** @returns the id of this use, and the condition that the proof exists. */
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
        // Read again: of two concurrent uses with the same counter, one comes from a copy.
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

/** The statement that ends a pending removal: a person who proves a second factor has not lost it. */
export function voidRemovalLinks(db: Db, userId: string | SQL, now: number, condition: SQL) {
  return db
    .update(linkTokens)
    .set({ usedAt: now })
    .where(sql`${linkTokens.userId} = ${userId} AND ${linkTokens.usedAt} IS NULL
      AND ${linkTokens.purpose} IN ('remove_second_factor', 'keep_second_factor') AND ${condition}`);
}
