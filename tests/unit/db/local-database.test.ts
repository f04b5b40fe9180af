import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, expect, test } from 'vitest';
import { isPortFree } from '#engine/free-port.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-local-database-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a database that cannot be migrated leaves no server behind on its port', async () => {
  const { database: port } = await freePorts();
  const service = await startDatabase(folder, port);
  const raw = createClient({ url: `http://127.0.0.1:${port}` });
  // The migrations begin again, and find the tables.
  await raw.execute('DROP TABLE __drizzle_migrations');
  raw.close();
  await service.stop();
  await expect(startDatabase(folder, port)).rejects.toThrow(/already exists/);
  // The kill of its process group ends the server a moment after the shell.
  await expect.poll(() => isPortFree(port)).toBe(true);
});
