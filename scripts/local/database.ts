import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { type Service, startService } from './service.ts';

/**
 * The server handles one request at a time; queued requests cost nothing. Inside the server, each waiting writer would
 * occupy a thread, and a writer that disconnects could block all others until a restart (docs/decisions/local-database.md).
 * By default the server refuses requests that waited for a second, and all requests while large answers are in memory. On a
 * slow disk, both defaults refuse harmless requests.
 */
const IN_LINE = [
  '--max-concurrent-connections',
  '1',
  '--max-concurrent-requests',
  '4096',
  '--connection-creation-timeout-sec',
  '10',
  '--disable-intelligent-throttling',
];

/** Starts the database's server (sqld, which Turso runs) on this machine, and migrates the database. */
export async function startDatabase(dataDirectory: string, port: number): Promise<Service> {
  const address = `127.0.0.1:${port}`;
  const service = await startService({
    name: 'Database',
    command: 'sqld',
    args: ['--http-listen-addr', address, '-d', join(dataDirectory, 'database'), '--no-welcome', ...IN_LINE],
    healthUrl: `http://${address}/v2`,
    healthAnswer: 'Hrana over HTTP',
  });
  try {
    await migrate(`http://${address}`);
    return service;
  } catch (error) {
    // Otherwise it would keep the port, and answer instead of the next one.
    await service.kill();
    throw error;
  }
}
