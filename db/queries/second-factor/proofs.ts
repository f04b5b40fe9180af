import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { FactorProofStore, Proof } from '#app/use-cases/second-factor/ports.ts';
import type { Db } from '../../client.ts';
import { authenticatorApps, memberships, passkeys, sessions, usedProofs, users } from '../../schema/index.ts';
import { auditRow } from '../audit.ts';
import { endSessions } from '../ended-sessions.ts';
import { outboxRow } from '../outbox-row.ts';
import {
  hasSecondFactor,
  homeAccountOf,
  knownDeviceId,
  knownDeviceRows,
  signInRows,
} from '../session-rows.ts';
import { countAttempt, counted } from '../throttles.ts';
import { factorChangeMail } from './mail-rows.ts';
import { forgive, spendProof, voidRemovalLinks } from './proof-rows.ts';

const storedPasskey = {
  credentialId: passkeys.credentialId,
  publicKey: passkeys.publicKey,
  counter: passkeys.counter,
  transports: passkeys.transports,
};

/** Proving a second factor: at the end of a sign-in, for what hurts, or as the sign-in itself. */
export function factorProofStore(db: Db): FactorProofStore {
  /** Mails the person that a recovery code was used: codes run out, and a thief may have used it. */
  const tellOfCode = (
    proof: Proof,
    { now, userId, mailId }: { now: number; userId: string; mailId: string },
    isMine: SQL,
  ) =>
    factorChangeMail(
      db,
      { now, mailId, userId, change: 'recovery_code_used' },
      proof.kind === 'recovery-code' ? isMine : sql`FALSE`,
    );
  const isSession = (tokenHash: string) =>
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash));

  return {
    async attempt({ now, userId, deviceTokenHash, rule }) {
      // Strangers who know the password and guess codes do not lock its owner's browser out.
      // By the browser's id and not by its token, which each sign-in replaces.
      const key = sql`coalesce('factor:device:' || ${knownDeviceId(deviceTokenHash, userId)} || ':' || ${userId},
        'factor:user:' || ${userId})`;
      const { attempts, apps, keys } = await db.batch({
        attempts: countAttempt(db, key, rule, now),
        apps: db
          .select({
            id: authenticatorApps.id,
            secret: authenticatorApps.secret,
            drift: authenticatorApps.drift,
          })
          .from(authenticatorApps)
          .where(eq(authenticatorApps.userId, userId)),
        keys: db.select(storedPasskey).from(passkeys).where(eq(passkeys.userId, userId)),
      });
      return { ...counted(attempts, rule), key: attempts[0]?.key ?? '', apps, passkeys: keys };
    },

    async recordRefusal(refusal) {
      const { now, userId, kind, mailId, client } = refusal;
      const isNews =
        kind === 'passkey_counter_went_back'
          ? sql`NOT EXISTS (SELECT 1 FROM ${usedProofs}
              WHERE ${usedProofs.id} = ${`challenge:${refusal.challengeId}`})`
          : sql`TRUE`;
      await db.batch({
        audit: auditRow(db, { now, userId, accountId: homeAccountOf(userId), kind, client }, isNews),
        mail:
          mailId === null
            ? []
            : outboxRow(db, {
                ...{ id: mailId, kind: 'mail', now },
                payload: { template: 'second_factor_guessed', to: users.email, data: { name: users.name } },
                from: sql`${users}`,
                where: sql`${users.id} = ${userId}`,
              }),
      });
    },

    async finishSignIn(input) {
      const { now, userId, proof, sessionTokenHash, deviceTokenHash, rememberedUntil, client } = input;
      const { statements, isMine } = spendProof(db, proof, input);
      const { signedIn } = await db.batch({
        proof: statements,
        session: db
          .update(sessions)
          .set({ tokenHash: sessionTokenHash, isFactorDue: false, provedAt: now, lastSeenAt: now })
          .where(
            and(
              eq(sessions.tokenHash, input.tokenHash),
              eq(sessions.userId, userId),
              eq(sessions.isFactorDue, true),
              isMine,
            ),
          ),
        browser: knownDeviceRows(
          db,
          { now, deviceTokenHash, userId, client, rememberedUntil },
          { condition: isMine, isKnown: isMine },
        ),
        audit: auditRow(
          db,
          {
            now,
            userId,
            accountId: sql`(SELECT ${sessions.accountId} FROM ${sessions}
              WHERE ${sessions.tokenHash} = ${sessionTokenHash})`,
            kind: proof.kind === 'recovery-code' ? 'recovery_code_used' : 'second_factor_passed',
            client,
          },
          isMine,
        ),
        forgiven: forgive(db, input.forgiveKey, isMine),
        removalLinks: voidRemovalLinks(db, userId, now, isMine),
        mail: tellOfCode(proof, input, isMine),
        signedIn: isSession(sessionTokenHash),
      });
      return signedIn.length > 0;
    },

    async confirmAccess({ now, viewer, use, client }) {
      const userId = viewer.user.id;
      const used = use && spendProof(db, use.proof, { now, userId, requestId: use.requestId });
      const isProved = used?.isMine ?? sql`NOT ${hasSecondFactor(userId)}`;
      const { noted } = await db.batch({
        proof: used?.statements ?? [],
        noted: db
          .update(sessions)
          .set({ provedAt: now })
          .where(and(eq(sessions.tokenHash, viewer.session.tokenHash), isProved))
          .returning({ id: sessions.id }),
        audit: auditRow(
          db,
          { now, userId, accountId: viewer.account.id, kind: 'access_confirmed', client },
          isProved,
        ),
        settled: use
          ? [
              forgive(db, use.forgiveKey, isProved),
              voidRemovalLinks(db, userId, now, isProved),
              tellOfCode(use.proof, { now, userId, mailId: use.mailId }, isProved),
            ]
          : [],
      });
      return noted.length > 0;
    },

    async passkeyHolder(credentialId) {
      const rows = await db
        .select({ userId: users.id, accountId: memberships.accountId, ...storedPasskey })
        .from(passkeys)
        .innerJoin(users, and(eq(users.id, passkeys.userId), isNotNull(users.confirmedAt)))
        .innerJoin(
          memberships,
          and(eq(memberships.userId, users.id), eq(memberships.accountId, homeAccountOf(sql`${users.id}`))),
        )
        .where(eq(passkeys.credentialId, credentialId));
      const row = rows[0];
      if (!row) return null;
      const { userId, accountId, ...passkey } = row;
      return { userId, accountId, passkey };
    },

    async signInByPasskey(input) {
      const { now, userId, accountId, proof, sessionTokenHash, deviceTokenHash, client } = input;
      const { statements, isMine } = spendProof(db, proof, input);
      const { signedIn } = await db.batch({
        proof: statements,
        signIn: signInRows(
          db,
          {
            ...{ now, sessionTokenHash, deviceTokenHash, userId, accountId, client },
            ...{ kind: 'signed_in_by_passkey' as const, proof: 'passkey' as const },
          },
          isMine,
        ),
        removalLinks: voidRemovalLinks(db, userId, now, isMine),
        ...endSessions(db, {
          now,
          where: sql`${sessions.tokenHash} = ${input.endsTokenHash ?? ''} AND ${isMine}`,
          replacedBy: userId,
        }),
        signedIn: isSession(sessionTokenHash),
      });
      return signedIn.length > 0;
    },
  };
}
