import { eq } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { Db } from '#db/database.ts';
import { accounts, authenticatorApps } from '#db/schema/index.ts';
import type { Statement } from './account-rows.ts';

/** @returns the statement that writes an authenticator app with an unknown secret. */
export function newApp(db: Db, userId: string): Statement {
  const now = Date.now();
  const id = newId('fac');
  return db.insert(authenticatorApps).values({
    id,
    userId,
    name: 'My phone',
    secret: 'none',
    secretHash: id,
    createdAt: now,
  });
}

/** @returns the statement that makes an account require a second factor of all its members. */
export function requireFactor(db: Db, accountId: string): Statement {
  return db.update(accounts).set({ requiresSecondFactor: true }).where(eq(accounts.id, accountId));
}
