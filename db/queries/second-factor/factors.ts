import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { hashToken, newId } from '#app/crypto/secrets.ts';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { FactorChange } from '#app/domain/mail/messages.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../../database.ts';
import { read, type ViewerIds } from '../../read.ts';
import {
  accounts,
  authenticatorApps,
  knownDevices,
  memberships,
  passkeys,
  recoveryCodes,
  users,
} from '../../schema/index.ts';
import type { ViewerAct } from '../act.ts';
import { viewerAuditRow } from '../audit.ts';
import { hasAnyFactor, isSessionOpen } from '../session-rows.ts';
import { factorRows } from './factor-rows.ts';
import { markUsed, type StoredPasskey } from './proof-rows.ts';
import { requireOfAll } from './require-of-all.ts';

interface AddsFactor extends ViewerAct {
  id: string;
  name: string;
  /** Stored only when the person has no codes yet. */
  recoveryCodeHashes: readonly string[];
}

/** `areCodesNew`: the recovery codes were stored, so the person must see them. */
export type AddOutcome = { kind: 'added'; areCodesNew: boolean } | { kind: 'too-many' } | { kind: 'known' };

/** A person's second factors, as they manage them; each method is one round trip. */
export function factorStore(db: Db) {
  const { factorChange, keepCodes, hasCode, forgetOthers } = factorRows(db);
  /** The statements that follow an added factor, and read the outcome. */
  const followAdding = async (
    input: AddsFactor,
    table: typeof authenticatorApps | typeof passkeys,
    kind: { kind: AuditKind; change: FactorChange },
    isAdded: SQL,
  ) => {
    const { now, viewer, id, name, recoveryCodeHashes } = input;
    const userId = viewer.user.id;
    const here = await hashToken(input.client.deviceToken);
    return {
      keptCodes: keepCodes(userId, recoveryCodeHashes, now, isAdded),
      changed: factorChange({ ...input, ...kind, label: name }, isAdded),
      added: db.select({ id: table.id }).from(table).where(eq(table.id, id)),
      codes: hasCode(userId, recoveryCodeHashes[0]),
      owned: db.select({ id: table.id }).from(table).where(eq(table.userId, userId)),
      otherBrowsers: forgetOthers(input, here),
    };
  };

  return {
    overview({ userId }: Pick<ViewerIds, 'userId'>, now: number) {
      const statements = {
        apps: db
          .select(pick(authenticatorApps, 'id', 'name', 'createdAt', 'lastUsedAt'))
          .from(authenticatorApps)
          .where(eq(authenticatorApps.userId, userId))
          .orderBy(authenticatorApps.createdAt, authenticatorApps.id),
        keys: db
          .select()
          .from(passkeys)
          .where(eq(passkeys.userId, userId))
          .orderBy(passkeys.createdAt, passkeys.id),
        codes: db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
        remembered: db
          .select({
            ...pick(knownDevices, 'id', 'userAgent', 'lastSeenAt'),
            rememberedUntil: sql<number>`${knownDevices.rememberedUntil}`.as('remembered_until'),
          })
          .from(knownDevices)
          .where(and(eq(knownDevices.userId, userId), gt(knownDevices.rememberedUntil, now)))
          .orderBy(desc(knownDevices.lastSeenAt), knownDevices.id),
        person: db
          .select({ factorsChangedAt: users.factorsChangedAt })
          .from(users)
          .where(eq(users.id, userId)),
      };
      return read(db, statements, ({ apps, keys, codes, remembered, person }) => ({
        apps,
        passkeys: keys.map((key) => pick(key, 'id', 'name', 'createdAt', 'lastUsedAt', 'isBackedUp')),
        known: keys.map((key) => pick(key, 'credentialId', 'publicKey', 'counter', 'transports')),
        recoveryCodes: codes[0]?.left ?? 0,
        remembered,
        factorsChangedAt: person[0]?.factorsChangedAt ?? 0,
      }));
    },

    /** @param input.step the step of the code that proved the app; that code cannot be used again. */
    async addApp(
      input: AddsFactor & { secret: string; secretHash: string; drift: number; step: number; limit: number },
    ) {
      const { now, viewer, id, name, secret, secretHash, drift, step, limit } = input;
      const userId = viewer.user.id;
      const isAdded = sql`EXISTS (SELECT 1 FROM ${authenticatorApps} WHERE ${authenticatorApps.id} = ${id})`;
      const kind = { kind: 'authenticator_added', change: 'app_added' } as const;
      const results = await db.batch({
        app: db.run(sql`INSERT INTO ${authenticatorApps}
            (id, user_id, name, secret, secret_hash, drift, created_at, last_used_at)
          SELECT ${id}, ${userId}, ${name}, ${secret}, ${secretHash}, ${drift}, ${now}, ${now}
          WHERE (SELECT count(*) FROM ${authenticatorApps} WHERE ${authenticatorApps.userId} = ${userId}) < ${limit}
            AND ${isSessionOpen(viewer)}
          ON CONFLICT DO NOTHING`),
        used: markUsed(db, { id: `app:${id}:${step}`, requestId: newId('req'), now }, isAdded),
        ...(await followAdding(input, authenticatorApps, kind, isAdded)),
      });
      return outcomeOf(results, limit);
    },

    async addPasskey(
      input: AddsFactor & {
        passkey: StoredPasskey & { isBackedUp: boolean };
        challengeId: string;
        limit: number;
      },
    ) {
      const { now, viewer, id, name, passkey, challengeId, limit } = input;
      const requestId = newId('req');
      const userId = viewer.user.id;
      const { credentialId, publicKey, counter, transports, isBackedUp } = passkey;
      const challenge = `challenge:${challengeId}`;
      const isFirstUse = sql`EXISTS (SELECT 1 FROM used_proofs WHERE id = ${challenge} AND used_by = ${requestId})`;
      const isAdded = sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.id} = ${id})`;
      const kind = { kind: 'passkey_added', change: 'passkey_added' } as const;
      const results = await db.batch({
        used: markUsed(db, { id: challenge, requestId, now }),
        passkey: db.run(sql`INSERT INTO ${passkeys}
            (credential_id, id, user_id, name, public_key, counter, transports, is_backed_up, created_at)
          SELECT ${credentialId}, ${id}, ${userId}, ${name}, ${publicKey}, ${counter},
            ${JSON.stringify(transports)}, ${isBackedUp}, ${now}
          WHERE ${isFirstUse} AND ${isSessionOpen(viewer)}
            AND (SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId}) < ${limit}
          ON CONFLICT DO NOTHING`),
        ...(await followAdding(input, passkeys, kind, isAdded)),
      });
      return outcomeOf(results, limit);
    },

    /** Removes an app or a passkey; with the last factor, also recovery codes and remembered browsers. */
    async remove(
      input: ViewerAct & { kind: 'app' | 'passkey'; id: string },
    ): Promise<'removed' | 'required' | 'missing'> {
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
      const label = sql<string>`(SELECT ${table.name} FROM ${table} WHERE ${isTheirs})`;
      const words =
        kind === 'app'
          ? ({ kind: 'authenticator_removed', change: 'app_removed' } as const)
          : ({ kind: 'passkey_removed', change: 'passkey_removed' } as const);
      const hasNone = sql`NOT ${hasAnyFactor(userId)}`;
      const { removed, left } = await db.batch({
        changed: factorChange({ ...input, ...words, label }, goes),
        removed: db.delete(table).where(and(isTheirs, goes)).returning({ id: table.id }),
        codes: db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), hasNone)),
        browsers: db
          .update(knownDevices)
          .set({ rememberedUntil: null })
          .where(and(eq(knownDevices.userId, userId), hasNone)),
        left: db.select({ id: table.id }).from(table).where(isTheirs),
      });
      if (removed.length > 0) return 'removed';
      return left.length > 0 ? 'required' : 'missing';
    },

    /** @returns whether the codes were stored: a person without a second factor gets no codes. */
    async replaceRecoveryCodes(input: ViewerAct & { recoveryCodeHashes: readonly string[] }) {
      const { now, viewer, recoveryCodeHashes } = input;
      const userId = viewer.user.id;
      const hasFactor = hasAnyFactor(userId);
      const replaced = { kind: 'recovery_codes_replaced', change: 'recovery_codes_replaced' } as const;
      const { kept } = await db.batch({
        old: db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), hasFactor)),
        codes: keepCodes(userId, recoveryCodeHashes, now, hasFactor),
        changed: factorChange({ ...input, ...replaced, label: '' }, hasFactor),
        kept: hasCode(userId, recoveryCodeHashes[0]),
      });
      return kept.length > 0;
    },

    /** @returns whether the viewer had the browser. */
    async forgetBrowser({ id, ...act }: ViewerAct & { id: string }) {
      const userId = act.viewer.user.id;
      const isTheirs = and(eq(knownDevices.id, id), eq(knownDevices.userId, userId));
      const isRemembered = sql`EXISTS (SELECT 1 FROM ${knownDevices}
        WHERE ${isTheirs} AND ${knownDevices.rememberedUntil} IS NOT NULL)`;
      const { forgotten } = await db.batch({
        audit: viewerAuditRow(db, act, { kind: 'browser_forgotten' }, isRemembered),
        forgotten: db
          .update(knownDevices)
          .set({ rememberedUntil: null })
          .where(isTheirs)
          .returning({ id: knownDevices.id }),
      });
      return forgotten.length > 0;
    },

    /** As `requireOfAll`. */
    requireOfAll: (input: ViewerAct & { isRequired: boolean }) => requireOfAll(db, input),
  };
}

/** @returns the outcome of adding a factor, from the rows that the batch read last. */
function outcomeOf(
  { added, codes, owned }: Record<'added' | 'codes' | 'owned', unknown[]>,
  limit: number,
): AddOutcome {
  if (added.length > 0) return { kind: 'added', areCodesNew: codes.length > 0 };
  return { kind: owned.length >= limit ? 'too-many' : 'known' };
}
