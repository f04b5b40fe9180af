import { createServer } from 'node:net';

export interface Ports {
  portal: number;
  sandbox: number;
  database: number;
}

/** @returns whether nothing listens on the port. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** @returns three different ports that are currently free. */
export async function freePorts(): Promise<Ports> {
  const servers = [createServer(), createServer(), createServer()];
  const [portal = 0, sandbox = 0, database = 0] = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return { portal, sandbox, database };
}
