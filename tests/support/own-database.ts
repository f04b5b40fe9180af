import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';

/** A database server of one test file. */
export interface OwnDatabase {
  readonly url: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Starts a migrated and seeded database server on a free port. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'weft-own-database-'));
  const { database: port } = await freePorts();
  const service = await startDatabase(directory, port, () => {});
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
