import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { type Service, startService } from './service.ts';

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
    args: ['--http-listen-addr', address, '-d', join(dataDirectory, 'database'), '--no-welcome'],
    healthUrl: `http://${address}/health`,
    onExit,
  });
  await migrate(`http://${address}`);
  return service;
}
