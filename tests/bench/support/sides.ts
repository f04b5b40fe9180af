import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '#tests/support/portal-client.ts';
import { setUpOnline } from '#tests/support/set-up.ts';
import { startTestStack } from '#tests/support/test-stack.ts';
import { buildBare } from '../baselines/build.ts';
import { type Host, hosts, type ServedWorker, serveWorker } from '../hosts/serve.ts';
import type { Target } from './load.ts';
import type { SlowProxy } from './slow-proxy.ts';

/** The product and the bare app, side by side in the same program on the same database. */
export interface Sides {
  stack: Stack;
  bare: ServedWorker;
  /** The owner of a workspace that is Online. */
  owner: PortalClient;
  accountName: string;
  /** The owner's e-mail. */
  email: string;
  /** @returns a target for a page of the product, requested by the owner; by a visitor if `isSignedIn` is false. */
  page(path: string, isSignedIn?: boolean): Target;
  barePage(path: string): Target;
  stop(): Promise<void>;
}

/**
 * @param variables of the product's Worker.
 * @param database a proxy between both Workers and the database's server.
 */
export async function startSides({
  host = 'workerd',
  variables = {},
  database,
}: {
  host?: Host;
  variables?: Record<string, string>;
  database?: SlowProxy;
} = {}): Promise<Sides> {
  const built = buildBare();
  const stack = await startTestStack({
    workerHost: hosts[host],
    engine: 'small',
    variables: { ...variables, ...(database && { DATABASE_URL: database.url }) },
    hasCron: false,
  });
  try {
    database?.connectTo(Number(new URL(stack.databaseUrl).port));
    const databaseUrl = database?.url ?? stack.databaseUrl;
    const bare = await serveWorker(built, { host, variables: { DATABASE_URL: databaseUrl } });
    const owner = new PortalClient(stack);
    const { accountName, email } = await setUpOnline(owner);
    return {
      stack,
      bare,
      owner,
      accountName,
      email,
      page: (path, isSignedIn = true) => ({
        port: portOf(stack),
        path,
        headers: { ...visitorHeaders(stack, owner.address), ...(isSignedIn && { Cookie: cookiesOf(owner) }) },
      }),
      barePage: (path) => ({ port: bare.port, path, headers: { Accept: 'text/html' } }),
      stop: async () => {
        await bare.stop();
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

export function portOf({ portalUrl }: Pick<Stack, 'portalUrl'>): number {
  return Number(new URL(portalUrl).port);
}

/** @returns the headers that a browser sends to the portal. @param address of the visitor. */
export function visitorHeaders(
  { portalUrl }: Pick<Stack, 'portalUrl'>,
  address: string,
): Record<string, string> {
  const { host, origin } = new URL(portalUrl);
  return { Host: host, Origin: origin, Accept: 'text/html', 'CF-Connecting-IP': address };
}

export function cookiesOf({ cookies }: PortalClient): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
