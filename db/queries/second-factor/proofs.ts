import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../../client.ts';
import { authenticatorApps, memberships, passkeys, sessions, usedProofs, users } from '../../schema/index.ts';
import type { Act, ViewerAct } from '../act.ts';
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
import { type Counted, countAttempt, counted } from '../throttles.ts';
import { factorChangeMail } from './mail-rows.ts';
import {
  forgive,
  type Proof,
  type StoredFactors,
  type StoredPasskey,
  spendProof,
  type UsesProof,
  voidRemovalLinks,
} from './proof-rows.ts';

const storedPasskey = {
  credentialId: passkeys.credentialId,
  publicKey: passkeys.publicKey,
  counter: passkeys.counter,
  transports: passkeys.transports,
};

/** Proving a second factor: after a sign-in, for what hurts, or as the sign-in itself; each method is one round trip. */
export function factorProofStore(db: Db) {
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
    /** Counts an attempt at a person's second factor, and reads what it is checked against. */
    async attempt(input: {
      now: number;
      userId: string;
      deviceTokenHash: string;
      rule: ThrottleRule;
    }): Promise<Counted & StoredFactors & { key: string }> {
      const { now, userId, deviceTokenHash, rule } = input;
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

    /**
     * @param input.mailId of a mail that somebody guesses; null for none.
     * @param input.challengeId of a passkey whose counter went back: an answer that was posted twice is no copy.
     */
    async recordRefusal(
      refusal: Act & { userId: string; mailId: string | null } & (
          | { kind: 'second_factor_refused' }
          | { kind: 'passkey_counter_went_back'; challengeId: string }
        ),
    ) {
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

    /** Turns a session that owes its second factor into one that signs in, under a new token. @returns whether it did. */
    async finishSignIn(
      input: Act &
        UsesProof & {
          userId: string;
          tokenHash: string;
          sessionTokenHash: string;
          deviceTokenHash: string;
          /** UTC ms; null to go on asking this browser. */
          rememberedUntil: number | null;
        },
    ) {
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

    /**
     * Notes that the session's person has just proved who they are. @param input.use null for a password that was right,
     * which is enough only for who has no second factor.
     * @returns whether it was noted.
     */
    async confirmAccess({ now, viewer, use, client }: ViewerAct & { use: UsesProof | null }) {
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

    /** @returns whose passkey it is, when they are confirmed and belong to an account; null for an unknown one. */
    async passkeyHolder(
      credentialId: string,
    ): Promise<{ userId: string; accountId: string; passkey: StoredPasskey } | null> {
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

    /** Signs in by a passkey alone. @returns whether it did. */
    async signInByPasskey(
      input: Act &
        Omit<UsesProof, 'forgiveKey'> & {
          userId: string;
          accountId: string;
          sessionTokenHash: string;
          deviceTokenHash: string;
          endsTokenHash: string | null;
        },
    ) {
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

export type FactorProofStore = ReturnType<typeof factorProofStore>;
