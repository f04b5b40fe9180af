import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { effectivePermissions } from '#app/domain/access/grants.ts';
import type { AccountOption, CurrentToken, Viewer } from '#app/domain/access/viewer.ts';
import { pick } from '#app/domain/pick.ts';
import { planNameOf } from '#app/domain/plan/plan-spec.ts';
import { compileOnce } from '../compiled.ts';
import type { Db } from '../database.ts';
import type { Companion } from '../read.ts';
import {
  accounts,
  apiTokens,
  memberships,
  plans,
  sessions,
  subscriptions,
  users,
  workspaces,
} from '../schema/index.ts';
import { flagOverridesOf } from './flags.ts';
import { planSpecColumns } from './plan-columns.ts';
import { hasApp, hasPasskey } from './session-rows.ts';
import { currentSubscriptionOf, subscriptionColumns, subscriptionOf } from './subscription-row.ts';

/**
 * Reads the holder of a session's token, with everything that decides what they see. One statement, since a page has one
 * round trip.
 * @throws AppError user_plan_not_loaded for an unreadable plan.
 */
export async function viewerRow(db: Db, tokenHash: string) {
  return sessionViewerOf(await readSession.run(db, { tokenHash }));
}

/** Like `viewerRow`, with a page's companion read. */
export async function viewerRowWith(db: Db, tokenHash: string, companion: Companion) {
  const { statements, receive } = companion({
    tokenHash,
    userId: sql`(SELECT ${sessions.userId} FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash})`,
    accountId: sql`(SELECT ${sessions.accountId} FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash})`,
  });
  const { viewer, beside } = await db.batch({
    viewer: readSession.statement(db, { tokenHash }),
    beside: statements,
  });
  receive(beside);
  return sessionViewerOf(viewer);
}

/** Reads the holder of a personal API token, like `viewerRow`. */
export async function tokenViewerRow(db: Db, tokenHash: string) {
  const found = viewerOf(await readToken.run(db, { tokenHash }));
  if (!found) return null;
  const { viewer, holder } = found;
  const token: CurrentToken = { lastUsedAt: holder.usedAt, expiresAt: holder.expiresAt };
  return { viewer, token };
}

const readSession = compileOnce((db) => viewerRows(db, sessionHolder(db)));
const readToken = compileOnce((db) => viewerRows(db, tokenHolder(db)));

/** @param holder the session or API token of the request, and its person. */
function viewerRows(db: Db, holder: ReturnType<typeof sessionHolder>) {
  return (
    db
      .select({
        holder: {
          ...pick(holder, 'id', 'tokenHash', 'createdAt', 'usedAt', 'expiresAt'),
          ...pick(holder, 'scopes', 'provedAt', 'isFactorDue'),
        },
        user: {
          ...pick(users, 'id', 'username', 'name', 'email', 'confirmationSentAt', 'confirmedAt'),
          hasApp: sql<number>`${hasApp(sql`${users.id}`)}`.as('has_app'),
          hasPasskey: sql<number>`${hasPasskey(sql`${users.id}`)}`.as('has_passkey'),
        },
        role: memberships.role,
        account: pick(accounts, 'id', 'name', 'timezone', 'taxInclusive', 'requiresSecondFactor'),
        progress: pick(accounts, 'surveyAnsweredAt', 'appsSelectedAt', 'teammatesInvitedAt', 'launchedAt'),
        planId: accounts.planId,
        plan: planSpecColumns,
        overage: {
          isSold: plans.sellsOverage,
          maxThousands: accounts.overageMaxThousands,
          prices: accounts.overagePrices,
        },
        subscription: subscriptionColumns,
        workspace: { id: workspaces.id, name: workspaces.name },
        accounts: accountOptionsOf(users.id),
        flagOverrides: flagOverridesOf(accounts.id),
      })
      .from(holder)
      .innerJoin(users, eq(users.id, holder.userId))
      // Every request reads the membership, so a person removed from the account loses access immediately.
      .innerJoin(
        memberships,
        and(eq(memberships.userId, holder.userId), eq(memberships.accountId, holder.accountId)),
      )
      .innerJoin(accounts, eq(accounts.id, holder.accountId))
      // A missing plan is our failure, and must not look like an expired session.
      .leftJoin(plans, eq(plans.id, accounts.planId))
      .innerJoin(workspaces, eq(workspaces.accountId, accounts.id))
      .leftJoin(subscriptions, currentSubscriptionOf(accounts.id))
  );
}

function sessionViewerOf(rows: Awaited<ReturnType<typeof viewerRows>>) {
  const found = viewerOf(rows);
  return found && { viewer: found.viewer, isFactorDue: found.holder.isFactorDue === 1 };
}

function viewerOf([row]: Awaited<ReturnType<typeof viewerRows>>) {
  if (!row) return null;
  const { holder: held, progress, user: person, planId, plan, overage, subscription, ...rest } = row;
  const { confirmedAt, hasApp: app, hasPasskey: passkey, ...user } = person;
  const { id, tokenHash, createdAt, provedAt } = held;
  const viewer: Viewer = {
    ...rest,
    session: { id, tokenHash, createdAt, lastSeenAt: held.usedAt ?? createdAt, provedAt },
    user: { ...user, factors: { app: app === 1, passkey: passkey === 1 } },
    permissions: effectivePermissions(rest.role, held.scopes === null ? null : JSON.parse(held.scopes)),
    plan: planNameOf(planId, plan),
    planRow: plan,
    overage: { ...overage, isSold: overage.isSold ?? false },
    progress: { confirmedAt, ...progress },
    subscription: subscription && subscriptionOf(subscription),
  };
  return { viewer, holder: held };
}

function sessionHolder(db: Db) {
  return holderOf(db, sessions, {
    usedAt: sql`${sessions.lastSeenAt}`,
    expiresAt: sql`NULL`,
    scopes: sql`NULL`,
    provedAt: sql`${sessions.provedAt}`,
    isFactorDue: sql`${sessions.isFactorDue}`,
  });
}

function tokenHolder(db: Db) {
  return holderOf(db, apiTokens, {
    usedAt: sql`${apiTokens.lastUsedAt}`,
    expiresAt: sql`${apiTokens.expiresAt}`,
    scopes: sql`coalesce(${apiTokens.scopes}, '[]')`,
    provedAt: sql`NULL`,
    isFactorDue: sql`0`,
  });
}

/** Sessions and tokens have the same columns here, so that one statement serves both. */
function holderOf(
  db: Db,
  table: typeof sessions | typeof apiTokens,
  own: Record<'usedAt' | 'expiresAt' | 'scopes' | 'provedAt' | 'isFactorDue', SQL>,
) {
  return db
    .select({
      id: sql<string>`${table.id}`.as('holder_id'),
      tokenHash: sql<string>`${table.tokenHash}`.as('holder_token_hash'),
      userId: sql<string>`${table.userId}`.as('holder_user_id'),
      accountId: sql<string>`${table.accountId}`.as('holder_account_id'),
      createdAt: sql<number>`${table.createdAt}`.as('holder_created_at'),
      usedAt: sql<number | null>`${own.usedAt}`.as('holder_used_at'),
      expiresAt: sql<number | null>`${own.expiresAt}`.as('holder_expires_at'),
      scopes: sql<string | null>`${own.scopes}`.as('holder_scopes'),
      provedAt: sql<number | null>`${own.provedAt}`.as('holder_proved_at'),
      isFactorDue: sql<number>`${own.isFactorDue}`.as('holder_is_factor_due'),
    })
    .from(table)
    .where(eq(table.tokenHash, sql.placeholder('tokenHash')))
    .as('holder');
}

/**
 * @returns the accounts of a person, by name, for a statement that reads the person anyway: the account menu costs a page
 *   no round trip. Its own `memberships` and `accounts` shadow those of the outer statement.
 */
function accountOptionsOf(userId: AnyColumn): SQL<AccountOption[]> {
  return sql`(SELECT json_group_array(json_object('id', option.id, 'name', option.name))
    FROM (SELECT ${accounts.id} AS id, ${accounts.name} AS name
      FROM ${memberships} JOIN ${accounts} ON ${accounts.id} = ${memberships.accountId}
      WHERE ${memberships.userId} = ${userId} ORDER BY ${accounts.name}, ${accounts.id}) AS option)`.mapWith(
    (json: string) => JSON.parse(json) as AccountOption[],
  );
}
