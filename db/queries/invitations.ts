import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { invitableRoles } from '#app/domain/access/grants.ts';
import { roles } from '#app/domain/access/roles.ts';
import type { InvitationStore } from '#app/use-cases/invitation/ports.ts';
import type { Db } from '../client.ts';
import { accounts, invitations, memberships, sessions, users } from '../schema/index.ts';
import { auditRow } from './audit.ts';
import { isUniqueViolation } from './failures.ts';
import { signInRows } from './session-rows.ts';
import { countAttempt, counted } from './throttles.ts';

interface Acceptance {
  now: number;
  invitation: { id: string; accountId: string };
  redemptionId: string;
  userId: string;
  client: ClientInfo;
}

/** The inviter still belongs to the account, with a role that can invite to this one: read when the link is opened and accepted. */
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

/** Invitations, from the mailed link to the membership. */
export function invitationStore(db: Db): InvitationStore {
  /** The first statement of an acceptance, which decides: of many at once, one finds the invitation open. */
  const redeem = ({ now, invitation, redemptionId }: Acceptance) =>
    db
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
  const isMine = ({ invitation, redemptionId }: Acceptance) =>
    sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.id} = ${invitation.id}
      AND ${invitations.acceptedBy} = ${redemptionId})`;
  const join = (acceptance: Acceptance) =>
    db.run(sql`INSERT INTO ${memberships} (user_id, account_id, role, created_at)
      SELECT ${acceptance.userId}, ${invitations.accountId}, ${invitations.role}, ${acceptance.now}
      FROM ${invitations} WHERE ${invitations.id} = ${acceptance.invitation.id} AND ${isMine(acceptance)}
      ON CONFLICT DO NOTHING`);
  /** The invitation that a link can still accept. */
  const openBy = (tokenHash: string, now: number) => {
    const inviter = sql<string>`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${invitations.invitedBy})`;
    return db
      .select({
        id: invitations.id,
        accountId: invitations.accountId,
        accountName: accounts.name,
        inviterEmail: inviter.as('inviter_email'),
        email: invitations.email,
        emailNormalized: invitations.emailNormalized,
        role: invitations.role,
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
  };
  return {
    async open(tokenHash, now) {
      const [invitation] = await openBy(tokenHash, now);
      return invitation ?? null;
    },

    async attempt({ now, tokenHash, key, unknownKey, rule }) {
      // Made-up links share a counter, so trying them leaves one row.
      const counter = sql`CASE WHEN EXISTS (SELECT 1 FROM ${invitations}
        WHERE ${invitations.tokenHash} = ${tokenHash}) THEN ${key} ELSE ${unknownKey} END`;
      const { attempts, open } = await db.batch({
        attempts: countAttempt(db, counter, rule, now),
        open: openBy(tokenHash, now),
      });
      return { ...counted(attempts, rule), invitation: open[0] ?? null };
    },

    async acceptAsNewUser(input) {
      const { now, invitation, userId, name, passwordHash, sessionTokenHash, client } = input;
      try {
        const { redeemed } = await db.batch({
          redeemed: redeem(input),
          // A teammate's user name is their e-mail: account names cannot hold an @, so the two never meet.
          person: db.run(sql`INSERT INTO ${users} (id, username, name, email, email_normalized, password_hash,
              wants_newsletter, confirmed_at, confirmation_sent_at, created_at)
            SELECT ${userId}, ${invitation.emailNormalized}, ${name}, ${invitation.email},
              ${invitation.emailNormalized}, ${passwordHash}, 0, ${now}, ${now}, ${now}
            WHERE ${isMine(input)}`),
          membership: join(input),
          signIn: signInRows(
            db,
            {
              now,
              sessionTokenHash,
              deviceTokenHash: input.deviceTokenHash,
              userId,
              accountId: invitation.accountId,
              kind: 'invitation_accepted',
              proof: 'password',
              client,
            },
            isMine(input),
          ),
        });
        return redeemed.length > 0;
      } catch (error) {
        // Somebody confirmed this e-mail in between: nothing of the batch was kept.
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async acceptAsUser(input) {
      const { invitation, sessionTokenHash } = input;
      const { redeemed } = await db.batch({
        redeemed: redeem(input),
        membership: join(input),
        session: db
          .update(sessions)
          .set({ accountId: invitation.accountId })
          .where(and(eq(sessions.tokenHash, sessionTokenHash), isMine(input))),
        audit: auditRow(
          db,
          {
            now: input.now,
            accountId: invitation.accountId,
            userId: input.userId,
            kind: 'invitation_accepted',
            client: input.client,
          },
          isMine(input),
        ),
      });
      return redeemed.length > 0;
    },
  };
}
