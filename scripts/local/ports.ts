import { freePort } from '#engine/free-port.ts';

export interface Ports {
  portal: number;
  sandbox: number;
  database: number;
}

/** @returns three different ports that are currently free. */
export async function freePorts(): Promise<Ports> {
  const found = new Set<number>();
  while (found.size < 3) found.add(await freePort());
  const [portal = 0, sandbox = 0, database = 0] = found;
  return { portal, sandbox, database };
}
