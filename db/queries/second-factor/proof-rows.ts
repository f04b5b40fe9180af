import { and, eq, type SQL, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { FactorChange } from '#app/domain/mail/messages.ts';
import type { Db } from '../../database.ts';
import {
  authenticatorApps,
  linkTokens,
  passkeys,
  recoveryCodes,
  usedProofs,
  users,
} from '../../schema/index.ts';
import { type OrSql, userMailRow } from '../outbox-row.ts';

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
 * @param condition if false, the proof stays unused.
 */
export function spendProof(
  db: Db,
  proof: Proof,
  { now, userId }: { now: number; userId: string },
  condition: SQL = sql`TRUE`,
) {
  const requestId = newId('req');
  const { id, exists, note } = statementsOf(db, proof, { now, userId });
  const isMine = sql`EXISTS (SELECT 1 FROM ${usedProofs}
    WHERE ${usedProofs.id} = ${id} AND ${usedProofs.usedBy} = ${requestId})`;
  return {
    statements: [
      markUsed(db, { id, requestId, now }, sql`${exists} AND ${condition}`),
      note(isMine),
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

/** @returns the id of this use, the condition that the proof exists, and the statement that notes its use. */
function statementsOf(db: Db, proof: Proof, { now, userId }: { now: number; userId: string }) {
  switch (proof.kind) {
    case 'app': {
      const { appId, step, drift } = proof;
      const isTheirs = and(eq(authenticatorApps.id, appId), eq(authenticatorApps.userId, userId));
      return {
        id: `app:${appId}:${step}`,
        exists: sql`EXISTS (SELECT 1 FROM ${authenticatorApps} WHERE ${isTheirs})`,
        note: (isMine: SQL) =>
          db.update(authenticatorApps).set({ drift, lastUsedAt: now }).where(and(isTheirs, isMine)),
      };
    }
    case 'recovery-code': {
      const isTheirs = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, proof.codeHash));
      return {
        id: `code:${userId}:${proof.codeHash}`,
        exists: sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${isTheirs})`,
        note: (isMine: SQL) => db.delete(recoveryCodes).where(and(isTheirs, isMine)),
      };
    }
    case 'passkey': {
      const { counter } = proof;
      const isTheirs = and(eq(passkeys.credentialId, proof.credentialId), eq(passkeys.userId, userId));
      return {
        id: `challenge:${proof.challengeId}`,
        // Read again: of two concurrent uses with the same counter, one comes from a copy.
        exists: sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${isTheirs}
          AND (${passkeys.counter} < ${counter} OR (${passkeys.counter} = 0 AND ${counter} = 0)))`,
        note: (isMine: SQL) =>
          db.update(passkeys).set({ counter, lastUsedAt: now }).where(and(isTheirs, isMine)),
      };
    }
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

/**
 * The statement that mails a person about a change of their second factors, under a condition.
 * @param mail.label the name of the app or passkey; empty for other changes.
 */
export function factorChangeMail(
  db: Db,
  mail: { now: number; userId: string | SQL; change: FactorChange; label?: OrSql<string> },
  condition: SQL,
) {
  const { now, userId, change, label = '' } = mail;
  return userMailRow(
    db,
    { now, userId, where: condition },
    { template: 'second_factor_changed', data: { name: users.name, change, label } },
  );
}
