import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { type Service, startService } from './service.ts';

/**
 * The server takes one request in hand at a time; the others stand in line before it and cost nothing. Inside it, those
 * that wait to write keep a thread busy each, and one of them that hangs up can keep everybody from writing until the
 * server is started again (docs/decisions/local-database.md). By default it turns away a request that has waited for a second,
 * and takes nobody in while large answers are in memory: on a slow disk both meet requests that hurt nobody.
 */
const IN_LINE = [
  ...['--max-concurrent-connections', '1', '--max-concurrent-requests', '4096'],
  ...['--connection-creation-timeout-sec', '10', '--disable-intelligent-throttling'],
];

/** The database's server (sqld, which Turso runs) on this machine, brought up to date. */
export async function startDatabase(
  dataDirectory: string,
  port: number,
  onExit: () => void,
): Promise<Service> {
  const address = `127.0.0.1:${port}`;
  const service = await startService({
    name: 'Database',
    command: 'sqld',
    args: ['--http-listen-addr', address, '-d', join(dataDirectory, 'database'), '--no-welcome', ...IN_LINE],
    healthUrl: `http://${address}/health`,
    onExit,
  });
  await migrate(`http://${address}`);
  return service;
}
