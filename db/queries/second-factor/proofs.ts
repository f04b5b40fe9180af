import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../../database.ts';
import { authenticatorApps, memberships, passkeys, sessions, usedProofs, users } from '../../schema/index.ts';
import type { Act, ViewerAct } from '../act.ts';
import { auditRow, viewerAuditRow } from '../audit.ts';
import { endReplacedSession } from '../ended-sessions.ts';
import { isHomeMembership } from '../home-account.ts';
import { userMailRow } from '../outbox-row.ts';
import {
  findSession,
  hasAnyFactor,
  isSessionOpen,
  selectKnownDeviceId,
  signInRows,
  writeKnownDevice,
} from '../session-rows.ts';
import { countAttempt, forgiveAttempt, readCounter } from '../throttles.ts';
import { factorChangeMail, type Proof, spendProof, type UsesProof, voidRemovalLinks } from './proof-rows.ts';

const storedPasskey = pick(passkeys, 'credentialId', 'publicKey', 'counter', 'transports');

/** Proofs of a second factor: after a sign-in, before a sensitive change, or as the sign-in itself; each method is one round trip. */
export function factorProofStore(db: Db) {
  /** Mails the person about a used recovery code: codes run out, and a thief may have used it. */
  const codeUsedMail = (proof: Proof, { now, userId }: { now: number; userId: string }, isMine: SQL) =>
    factorChangeMail(
      db,
      { now, userId, change: 'recovery_code_used' },
      proof.kind === 'recovery-code' ? isMine : sql`FALSE`,
    );

  return {
    /** Counts an attempt at a person's second factor, and reads the stored factors to verify it. */
    async attempt(input: { now: number; userId: string; deviceTokenHash: string; rule: ThrottleRule }) {
      const { now, userId, deviceTokenHash, rule } = input;
      // A known browser has a separate counter, so strangers who have the password do not lock out its owner. Its id
      // names the counter: each sign-in replaces its token.
      const key = sql`coalesce('factor:device:' || ${selectKnownDeviceId(deviceTokenHash, userId, now)} || ':' || ${userId},
        'factor:user:' || ${userId})`;
      const { attempts, apps, keys } = await db.batch({
        attempts: countAttempt(db, { key, rule }, now),
        apps: db
          .select(pick(authenticatorApps, 'id', 'secret', 'drift'))
          .from(authenticatorApps)
          .where(eq(authenticatorApps.userId, userId)),
        keys: db.select(storedPasskey).from(passkeys).where(eq(passkeys.userId, userId)),
      });
      return { ...readCounter(attempts, rule), key: attempts[0]?.key ?? '', apps, passkeys: keys };
    },

    /**
     * @param input.warns whether a mail warns of guessing.
     * @param input.challengeId of a passkey whose counter went back: a response posted twice is no copy.
     */
    async recordRefusal(
      refusal: Act & { userId: string; warns: boolean } & (
          | { kind: 'second_factor_refused' }
          | { kind: 'passkey_counter_went_back'; challengeId: string }
        ),
    ) {
      const { now, userId, kind, warns, client } = refusal;
      const isNew =
        kind === 'passkey_counter_went_back'
          ? sql`NOT EXISTS (SELECT 1 FROM ${usedProofs}
              WHERE ${usedProofs.id} = ${`challenge:${refusal.challengeId}`})`
          : sql`TRUE`;
      const mailRow = { now, userId, where: sql`TRUE` };
      await db.batch({
        audit: auditRow(db, { now, userId, kind, client }, isNew),
        mail: warns
          ? userMailRow(db, mailRow, { template: 'second_factor_guessed', data: { name: users.name } })
          : [],
      });
    },

    /** Signs in a session that waits for its second factor, under a new token. @returns whether it is signed in. */
    async finishSignIn(
      input: Act &
        UsesProof & {
          userId: string;
          tokenHash: string;
          sessionTokenHash: string;
          deviceTokenHash: string;
          /** UTC ms; null if this browser is not remembered. */
          rememberedUntil: number | null;
        },
    ) {
      const { now, userId, proof, sessionTokenHash, deviceTokenHash, rememberedUntil, client } = input;
      // The session may have ended since the request read it.
      const isDue = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${input.tokenHash}
        AND ${sessions.userId} = ${userId} AND ${sessions.isFactorDue})`;
      const { statements, isMine } = spendProof(db, proof, input, isDue);
      const { signedIn } = await db.batch({
        proof: statements,
        session: db
          .update(sessions)
          .set({ tokenHash: sessionTokenHash, isFactorDue: false, provedAt: now, lastSeenAt: now })
          .where(and(eq(sessions.tokenHash, input.tokenHash), isMine)),
        browser: writeKnownDevice(
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
        forgiven: forgiveAttempt(db, input.forgiveKey, isMine),
        removalLinks: voidRemovalLinks(db, userId, now, isMine),
        mail: codeUsedMail(proof, input, isMine),
        signedIn: findSession(db, sessionTokenHash),
      });
      return signedIn.length > 0;
    },

    /**
     * Records that the session's person just proved their identity.
     * @param input.use null after a right password, which suffices only without a second factor.
     * @returns whether it was recorded.
     */
    async confirmAccess({ use, ...act }: ViewerAct & { use: UsesProof | null }) {
      const { now, viewer } = act;
      const userId = viewer.user.id;
      const isOpen = isSessionOpen(viewer);
      const used = use && spendProof(db, use.proof, { now, userId }, isOpen);
      const isProved = used?.isMine ?? sql`(NOT ${hasAnyFactor(userId)} AND ${isOpen})`;
      const { noted } = await db.batch({
        proof: used?.statements ?? [],
        noted: db
          .update(sessions)
          .set({ provedAt: now })
          .where(and(eq(sessions.tokenHash, viewer.session.tokenHash), isProved))
          .returning({ id: sessions.id }),
        audit: viewerAuditRow(db, act, { kind: 'access_confirmed' }, isProved),
        settled: use
          ? [
              forgiveAttempt(db, use.forgiveKey, isProved),
              voidRemovalLinks(db, userId, now, isProved),
              codeUsedMail(use.proof, { now, userId }, isProved),
            ]
          : [],
      });
      return noted.length > 0;
    },

    /** @returns a passkey and its person, if they are confirmed and have an account; null for an unknown passkey. */
    async passkeyHolder(credentialId: string) {
      const rows = await db
        .select({ userId: users.id, accountId: memberships.accountId, passkey: storedPasskey })
        .from(passkeys)
        .innerJoin(users, and(eq(users.id, passkeys.userId), isNotNull(users.confirmedAt)))
        .innerJoin(memberships, isHomeMembership)
        .where(eq(passkeys.credentialId, credentialId));
      return rows[0] ?? null;
    },

    /** Signs in by a passkey alone. @returns whether the person is signed in. */
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
      const { now, userId, proof, sessionTokenHash, endsTokenHash } = input;
      const { statements, isMine } = spendProof(db, proof, input);
      const { signedIn } = await db.batch({
        proof: statements,
        signIn: signInRows(db, { ...input, kind: 'signed_in_by_passkey', proof: 'passkey' }, isMine),
        removalLinks: voidRemovalLinks(db, userId, now, isMine),
        ...endReplacedSession(db, { now, tokenHash: endsTokenHash, replacedBy: userId, condition: isMine }),
        signedIn: findSession(db, sessionTokenHash),
      });
      return signedIn.length > 0;
    },
  };
}
