import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { hashTokenSync } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Db } from '#db/database.ts';
import { sessionStore } from '#db/queries/sessions.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { openRows } from './account-rows.ts';

/** A database server of one test file. */
export interface OwnDatabase {
  readonly url: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Starts a migrated and seeded database server on a free port. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'weft-own-database-'));
  const { database: port } = await freePorts();
  const service = await startDatabase(directory, port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a database server for one test file, and stops it after the file's tests. @returns a function that returns the
 * database.
 */
export function ownDatabase(): () => Db {
  let db: Db | undefined;
  let server: OwnDatabase | undefined;
  beforeAll(async () => {
    server = await startOwnDatabase();
    db = openRows(server.url);
  }, 60_000);
  afterAll(() => server?.stop());
  return () => {
    if (!db) throw new Error('The database is not started yet.');
    return db;
  };
}

/** @returns the signed-in person of a session, as the portal reads them. */
export async function viewerOf(db: Db, token: string, now = Date.now()): Promise<Viewer> {
  const state = await sessionStore(db).viewer(hashTokenSync(token), now);
  if (state.kind !== 'signed-in') throw new Error(`The session is ${state.kind}.`);
  return state.viewer;
}

export const testClient: ClientInfo = {
  address: '192.0.2.1',
  network: '192.0.2.1',
  place: null,
  userAgent: 'test',
  region: null,
  deviceToken: 'device',
  newDeviceToken: 'new-device',
};
