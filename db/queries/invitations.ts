import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import { invitableRoles } from '#app/domain/access/grants.ts';
import { roles } from '#app/domain/access/roles.ts';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { accounts, invitations, memberships, sessions, users } from '../schema/index.ts';
import type { Act } from './act.ts';
import { auditRow } from './audit.ts';
import { catchConflict } from './failures.ts';
import { signInRows } from './session-rows.ts';
import { countAttempt, readCounter } from './throttles.ts';

/** An invitation that can be accepted, and the user who already confirmed its e-mail. */
export type OpenInvitation = Awaited<ReturnType<typeof openInvitation>>[number];

type Acceptance = Act & { invitation: OpenInvitation; userId: string };

/**
 * The inviter belongs to the account, with a role that can invite to this one; checked when the link is opened and
 * accepted.
 */
const isVouchedFor = sql`EXISTS (SELECT 1 FROM ${memberships}
  WHERE ${memberships.accountId} = ${invitations.accountId} AND ${memberships.userId} = ${invitations.invitedBy}
    AND ${or(
      ...roles
        .map((inviter) => ({ inviter, invitable: invitableRoles(inviter) }))
        .filter(({ invitable }) => invitable.length > 0)
        .map(({ inviter, invitable }) =>
          and(eq(memberships.role, inviter), inArray(invitations.role, invitable)),
        ),
    )})`;

/** Invitations, from the mailed link to the membership; each method is one round trip. */
export function invitationStore(db: Db) {
  /** The first statement of an acceptance decides: of many concurrent acceptances, one finds the invitation open. */
  const accept = ({ now, invitation, userId }: Acceptance) => {
    const redemptionId = newId('req');
    const isMine = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.id} = ${invitation.id}
      AND ${invitations.acceptedBy} = ${redemptionId})`;
    const redeemed = db
      .update(invitations)
      .set({ acceptedAt: now, acceptedBy: redemptionId })
      .where(
        and(
          eq(invitations.id, invitation.id),
          isNull(invitations.acceptedAt),
          gt(invitations.expiresAt, now),
          isVouchedFor,
        ),
      )
      .returning({ id: invitations.id });
    const membership = db.run(sql`INSERT INTO ${memberships} (user_id, account_id, role, created_at)
      SELECT ${userId}, ${invitations.accountId}, ${invitations.role}, ${now}
      FROM ${invitations} WHERE ${invitations.id} = ${invitation.id} AND ${isMine}
      ON CONFLICT DO NOTHING`);
    return { redeemed, membership, isMine };
  };

  return {
    /** @returns null for a link that is unknown, used or expired, or whose inviter can no longer invite to its role. */
    async open(tokenHash: string, now: number) {
      const [invitation] = await openInvitation(db, tokenHash, now);
      return invitation ?? null;
    },

    /** @returns the member of its account who has the e-mail of a used link; null without one, and for an unused link. */
    async joined(tokenHash: string) {
      const [joined] = await db
        .select({ userId: users.id })
        .from(invitations)
        .innerJoin(users, eq(users.emailNormalized, invitations.emailNormalized))
        .innerJoin(
          memberships,
          and(eq(memberships.userId, users.id), eq(memberships.accountId, invitations.accountId)),
        )
        .where(and(eq(invitations.tokenHash, tokenHash), isNotNull(invitations.acceptedAt)));
      return joined ?? null;
    },

    /** Counts an attempt to accept the link of this hash, and reads it like `open`. */
    async attempt(input: {
      now: number;
      tokenHash: string;
      throttle: Throttle;
      /** Counted instead when no invitation has this hash. */
      unknown: Throttle;
    }) {
      const { now, tokenHash, throttle, unknown } = input;
      // Invented links share a counter, so trying them leaves one row.
      const key = sql`CASE WHEN EXISTS (SELECT 1 FROM ${invitations}
        WHERE ${invitations.tokenHash} = ${tokenHash}) THEN ${throttle.key} ELSE ${unknown.key} END`;
      const { attempts, open } = await db.batch({
        attempts: countAttempt(db, { ...throttle, key }, now),
        open: openInvitation(db, tokenHash, now),
      });
      return { ...readCounter(attempts, throttle.rule), invitation: open[0] ?? null };
    },

    /**
     * Creates the person, confirmed by the received mail, with their membership.
     * @returns false when the invitation is gone.
     */
    async acceptAsNewUser(
      input: Acceptance & {
        name: string;
        passwordHash: string;
        sessionTokenHash: string;
        deviceTokenHash: string;
      },
    ) {
      const { now, invitation, userId, name, passwordHash } = input;
      const joined = { kind: 'invitation_accepted', role: invitation.role } as const;
      const { accountId } = invitation;
      const { isMine, ...acceptance } = accept(input);
      const write = async () => {
        const { redeemed } = await db.batch({
          redeemed: acceptance.redeemed,
          // A teammate's user name is their e-mail. Account names cannot contain an @, so the two never collide.
          person: db.run(sql`INSERT INTO ${users} (id, username, name, email, email_normalized, password_hash,
              wants_newsletter, confirmed_at, confirmation_sent_at, created_at)
            SELECT ${userId}, ${invitation.emailNormalized}, ${name}, ${invitation.email},
              ${invitation.emailNormalized}, ${passwordHash}, 0, ${now}, ${now}, ${now}
            WHERE ${isMine}`),
          membership: acceptance.membership,
          signIn: signInRows(db, { ...input, ...joined, accountId, proof: 'password' }, isMine),
        });
        return redeemed.length > 0;
      };
      // Another person may have confirmed this e-mail meanwhile.
      return catchConflict(write, false);
    },

    /** Adds a membership and moves the session to that account. @returns false when the invitation is gone. */
    async acceptAsUser(input: Acceptance & { sessionTokenHash: string }) {
      const { accountId, role } = input.invitation;
      const { isMine, ...acceptance } = accept(input);
      const { redeemed } = await db.batch({
        ...acceptance,
        session: db
          .update(sessions)
          .set({ accountId })
          .where(and(eq(sessions.tokenHash, input.sessionTokenHash), isMine)),
        audit: auditRow(db, { ...input, accountId, kind: 'invitation_accepted', role }, isMine),
      });
      return redeemed.length > 0;
    },
  };
}

/** The query that reads an acceptable invitation by its link. */
function openInvitation(db: Db, tokenHash: string, now: number) {
  const inviter = sql<string>`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${invitations.invitedBy})`;
  return db
    .select({
      ...pick(invitations, 'id', 'accountId', 'email', 'emailNormalized', 'role'),
      accountName: accounts.name,
      inviterEmail: inviter.as('inviter_email'),
      /** The user who confirmed this e-mail, if any: they join by signing in, not with a new password. */
      knownUserId: users.id,
    })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .leftJoin(
      users,
      and(eq(users.emailNormalized, invitations.emailNormalized), isNotNull(users.confirmedAt)),
    )
    .where(
      and(
        eq(invitations.tokenHash, tokenHash),
        isNull(invitations.acceptedAt),
        gt(invitations.expiresAt, now),
        isVouchedFor,
      ),
    );
}
