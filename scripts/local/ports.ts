import { freePort } from '#engine/free-port.ts';

const MAX_PORT = 65_535;

export interface Ports {
  portal: number;
  sandbox: number;
  database: number;
}

/** The variable that chooses each port, and the usual port. */
export const portVariables = {
  portal: ['WEFT_PORTAL_PORT', 8787],
  sandbox: ['WEFT_SANDBOX_PORT', 8790],
  database: ['WEFT_DATABASE_PORT', 8080],
} as const;

/** @returns the chosen ports. @throws Error that says what to change, for a value that is no port and for two equal ones. */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const [portal, sandbox, database] = Object.values(portVariables).map(([variable, usual], index, all) => {
    const text = env[variable] ?? String(usual);
    const port = Number(text);
    if (!/^\d+$/.test(text) || port < 1 || port > MAX_PORT)
      throw new Error(`${variable} is a port from 1 to ${MAX_PORT}, not "${text}".`);
    const same = all.slice(0, index).find(([other, usualOther]) => Number(env[other] ?? usualOther) === port);
    if (same) throw new Error(`${same[0]} and ${variable} are both ${port}: choose two different ports.`);
    return port;
  });
  return { portal, sandbox, database } as Ports;
}

/** @returns different ports that are currently free; `entry` for Miniflare's own (`StackSettings`). */
export async function freePorts(): Promise<Ports & { entry: number }> {
  const found = new Set<number>();
  while (found.size < 4) found.add(await freePort());
  const [portal = 0, sandbox = 0, database = 0, entry = 0] = found;
  return { portal, sandbox, database, entry };
}
