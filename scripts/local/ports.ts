import { freePort } from '#engine/free-port.ts';

export interface Ports {
  portal: number;
  sandbox: number;
  database: number;
}

/** @returns different ports that are currently free; `entry` for Miniflare's own (`StackSettings`). */
export async function freePorts(): Promise<Ports & { entry: number }> {
  const found = new Set<number>();
  while (found.size < 4) found.add(await freePort());
  const [portal = 0, sandbox = 0, database = 0, entry = 0] = found;
  return { portal, sandbox, database, entry };
}
