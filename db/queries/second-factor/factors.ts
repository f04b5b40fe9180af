import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { OutboxMessage } from '#app/use-cases/outbox/messages.ts';
import type { AddOutcome, FactorStore } from '#app/use-cases/second-factor/ports.ts';
import { hashToken } from '#app/use-cases/secrets.ts';
import type { Db } from '../../client.ts';
import {
  accounts,
  authenticatorApps,
  knownDevices,
  memberships,
  outbox,
  passkeys,
  recoveryCodes,
  users,
  workspaces,
} from '../../schema/index.ts';
import { auditRow } from '../audit.ts';
import { hasSecondFactor } from '../session-rows.ts';
import { factorRows } from './factor-rows.ts';
import { markUsed } from './proof-rows.ts';

/** What a person can prove themselves by beside the password, as they manage it. */
export function factorStore(db: Db): FactorStore {
  const { changed, keepCodes, hasCode, forgetOthers } = factorRows(db);

  return {
    async overview(viewer, now) {
      const userId = viewer.user.id;
      const [apps, keys, codes, remembered, person] = await db.batch([
        db
          .select({
            id: authenticatorApps.id,
            name: authenticatorApps.name,
            createdAt: authenticatorApps.createdAt,
            lastUsedAt: authenticatorApps.lastUsedAt,
          })
          .from(authenticatorApps)
          .where(eq(authenticatorApps.userId, userId))
          .orderBy(authenticatorApps.createdAt),
        db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt),
        db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
        db
          .select({
            id: knownDevices.id,
            userAgent: knownDevices.userAgent,
            lastSeenAt: knownDevices.lastSeenAt,
            rememberedUntil: sql<number>`${knownDevices.rememberedUntil}`.as('remembered_until'),
          })
          .from(knownDevices)
          .where(and(eq(knownDevices.userId, userId), gt(knownDevices.rememberedUntil, now)))
          .orderBy(desc(knownDevices.lastSeenAt)),
        db.select({ factorsChangedAt: users.factorsChangedAt }).from(users).where(eq(users.id, userId)),
      ]);
      return {
        apps,
        passkeys: keys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
          ...{ id, name, createdAt, lastUsedAt, isBackedUp },
        })),
        known: keys.map(({ credentialId, publicKey, counter, transports }) => ({
          ...{ credentialId, publicKey, counter, transports },
        })),
        recoveryCodes: codes[0]?.left ?? 0,
        remembered,
        factorsChangedAt: person[0]?.factorsChangedAt ?? 0,
      };
    },

    async addApp(input) {
      const { now, viewer, id, name, secret, secretHash, drift, step, limit, requestId } = input;
      const userId = viewer.user.id;
      const isAdded = sql`EXISTS (SELECT 1 FROM ${authenticatorApps} WHERE ${authenticatorApps.id} = ${id})`;
      const here = await hashToken(input.client.deviceToken);
      const results = await db.batch([
        db.run(sql`INSERT INTO ${authenticatorApps}
            (id, user_id, name, secret, secret_hash, drift, created_at, last_used_at)
          SELECT ${id}, ${userId}, ${name}, ${secret}, ${secretHash}, ${drift}, ${now}, ${now}
          WHERE (SELECT count(*) FROM ${authenticatorApps} WHERE ${authenticatorApps.userId} = ${userId}) < ${limit}
          ON CONFLICT DO NOTHING`),
        markUsed(db, { id: `app:${id}:${step}`, requestId, now }, isAdded),
        keepCodes(userId, input.recoveryCodeHashes, now, isAdded),
        ...changed({ ...input, kind: 'authenticator_added', change: 'app_added', label: name }, isAdded),
        db.select({ id: authenticatorApps.id }).from(authenticatorApps).where(eq(authenticatorApps.id, id)),
        hasCode(userId, input.recoveryCodeHashes[0]),
        db
          .select({ id: authenticatorApps.id })
          .from(authenticatorApps)
          .where(eq(authenticatorApps.userId, userId)),
        forgetOthers(input, here),
      ]);
      return outcomeOf(results[7], results[8], results[9], limit);
    },

    async addPasskey(input) {
      const { now, viewer, id, name, passkey, challengeId, limit, requestId } = input;
      const userId = viewer.user.id;
      const { credentialId, publicKey, counter, transports, isBackedUp } = passkey;
      const challenge = `challenge:${challengeId}`;
      const isFirstUse = sql`EXISTS (SELECT 1 FROM used_proofs WHERE id = ${challenge} AND used_by = ${requestId})`;
      const isAdded = sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.id} = ${id})`;
      const here = await hashToken(input.client.deviceToken);
      const results = await db.batch([
        markUsed(db, { id: challenge, requestId, now }),
        db.run(sql`INSERT INTO ${passkeys}
            (credential_id, id, user_id, name, public_key, counter, transports, is_backed_up, created_at)
          SELECT ${credentialId}, ${id}, ${userId}, ${name}, ${publicKey}, ${counter},
            ${JSON.stringify(transports)}, ${isBackedUp}, ${now}
          WHERE ${isFirstUse}
            AND (SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId}) < ${limit}
          ON CONFLICT DO NOTHING`),
        keepCodes(userId, input.recoveryCodeHashes, now, isAdded),
        ...changed({ ...input, kind: 'passkey_added', change: 'passkey_added', label: name }, isAdded),
        db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id)),
        hasCode(userId, input.recoveryCodeHashes[0]),
        db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)),
        forgetOthers(input, here),
      ]);
      return outcomeOf(results[7], results[8], results[9], limit);
    },

    async remove(input) {
      const { viewer, kind, id } = input;
      const userId = viewer.user.id;
      const table = kind === 'app' ? authenticatorApps : passkeys;
      const isTheirs = and(eq(table.id, id), eq(table.userId, userId));
      const exists = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isTheirs})`;
      const isLast = sql`(SELECT count(*) FROM ${authenticatorApps} WHERE ${authenticatorApps.userId} = ${userId})
        + (SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId}) = 1`;
      const isRequired = sql`EXISTS (SELECT 1 FROM ${memberships}
        INNER JOIN ${accounts} ON ${accounts.id} = ${memberships.accountId}
        WHERE ${memberships.userId} = ${userId} AND ${accounts.requiresSecondFactor})`;
      const goes = sql`${exists} AND NOT (${isLast} AND ${isRequired})`;
      const label = sql`(SELECT ${table.name} FROM ${table} WHERE ${isTheirs})`;
      const words =
        kind === 'app'
          ? ({ kind: 'authenticator_removed', change: 'app_removed' } as const)
          : ({ kind: 'passkey_removed', change: 'passkey_removed' } as const);
      const hasNone = sql`NOT ${hasSecondFactor(userId)}`;
      const [, , , , removed, , , left] = await db.batch([
        ...changed({ ...input, ...words, label }, goes),
        db.delete(table).where(and(isTheirs, goes)).returning({ id: table.id }),
        db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), hasNone)),
        db
          .update(knownDevices)
          .set({ rememberedUntil: null })
          .where(and(eq(knownDevices.userId, userId), hasNone)),
        db.select({ id: table.id }).from(table).where(isTheirs),
      ]);
      if (removed.length > 0) return 'removed';
      return left.length > 0 ? 'required' : 'missing';
    },

    async replaceRecoveryCodes(input) {
      const { now, viewer, recoveryCodeHashes } = input;
      const userId = viewer.user.id;
      const hasFactor = hasSecondFactor(userId);
      const [, , , , , , kept] = await db.batch([
        db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), hasFactor)),
        keepCodes(userId, recoveryCodeHashes, now, hasFactor),
        ...changed(
          {
            ...input,
            ...{
              kind: 'recovery_codes_replaced' as const,
              change: 'recovery_codes_replaced' as const,
              label: '',
            },
          },
          hasFactor,
        ),
        hasCode(userId, recoveryCodeHashes[0]),
      ]);
      return kept.length > 0;
    },

    async forgetBrowser({ now, viewer, id, client }) {
      const userId = viewer.user.id;
      const isTheirs = and(eq(knownDevices.id, id), eq(knownDevices.userId, userId));
      const [, forgotten] = await db.batch([
        auditRow(
          db,
          { now, userId, accountId: viewer.account.id, kind: 'browser_forgotten', client },
          sql`EXISTS (SELECT 1 FROM ${knownDevices} WHERE ${isTheirs} AND ${knownDevices.rememberedUntil} IS NOT NULL)`,
        ),
        db
          .update(knownDevices)
          .set({ rememberedUntil: null })
          .where(isTheirs)
          .returning({ id: knownDevices.id }),
      ]);
      return forgotten.length > 0;
    },

    async requireOfAll({ now, viewer, isRequired, client }) {
      const [userId, accountId] = [viewer.user.id, viewer.account.id];
      const canAsk = sql`(${!isRequired} OR ${hasSecondFactor(userId)})`;
      const changes = sql`${canAsk} AND EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.requiresSecondFactor} <> ${isRequired})`;
      const toMembersWithout = (kind: OutboxMessage['kind'], payload: SQL) =>
        db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at)
          SELECT 'msg_' || ${kind} || ':' || ${workspaces.id} || ':' || ${users.id} || '_' || ${now}, ${kind},
            ${payload}, ${now}, 0, ${now}
          FROM ${workspaces}
            INNER JOIN ${memberships} ON ${memberships.accountId} = ${workspaces.accountId}
            INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
          WHERE ${workspaces.accountId} = ${accountId} AND ${isRequired} AND ${changes}
            AND NOT ${hasSecondFactor(sql`${users.id}`)}
          ON CONFLICT DO NOTHING`);
      const [, , , , found] = await db.batch([
        auditRow(
          db,
          {
            ...{ now, userId, accountId, client },
            kind: isRequired ? 'second_factor_required' : 'second_factor_optional',
          },
          changes,
        ),
        // People without one lose the workspace, and what they hear of it, until they have one.
        toMembersWithout(
          'workspace.sign_out',
          sql`json_object('workspaceId', ${workspaces.id}, 'accountId', ${accountId}, 'email', ${users.email})`,
        ),
        toMembersWithout(
          'workspace.close_live',
          sql`json_object('workspaceId', ${workspaces.id}, 'listener', 'user:' || ${users.id}, 'lastSeenAt', NULL)`,
        ),
        db
          .update(accounts)
          .set({ requiresSecondFactor: isRequired })
          .where(and(eq(accounts.id, accountId), changes)),
        db
          .select({ isRequired: accounts.requiresSecondFactor })
          .from(accounts)
          .where(eq(accounts.id, accountId)),
      ]);
      return found[0]?.isRequired === isRequired;
    },
  };
}

/** @returns what became of adding a factor, from what the batch found afterwards. */
function outcomeOf(added: unknown[], codes: unknown[], owned: unknown[], limit: number): AddOutcome {
  if (added.length > 0) return { kind: 'added', areCodesNew: codes.length > 0 };
  return { kind: owned.length >= limit ? 'too-many' : 'known' };
}
