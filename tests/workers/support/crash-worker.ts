import { type ArchiveSource, BACKUP_LIMITS } from '#app/domain/backup/archive.ts';
import { r2Backups } from '#app/integrations/backups/r2-backups.ts';
import { readArchive } from '#app/integrations/backups/read-archive.ts';
import type { WorkspaceObject } from '#durable-objects/workspace/object.ts';

export { WorkspaceObject } from '#durable-objects/workspace/object.ts';

interface Env {
  WORKSPACE: DurableObjectNamespace<WorkspaceObject>;
  BACKUPS: R2Bucket;
}

/** The methods that the crash tests call from outside. */
const methods = [
  ...(['receiveFacts', 'view', 'overview', 'restart', 'advanceClock', 'openLink'] as const),
  ...(['hold', 'listHeld', 'setHeldChoice'] as const),
] as const;
type Method = (typeof methods)[number];

/** The object behind HTTP, so that tests in another process can call it while its process is killed. */
export default {
  async fetch(request, env) {
    const [, kind = '', ...rest] = new URL(request.url).pathname.split('/');
    if (kind === 'healthz') return new Response('The objects are ready.');
    if (kind === 'backups') {
      const source = await r2Backups(env.BACKUPS).open(rest.join('/'));
      return source ? Response.json(await workflowsIn(source)) : new Response(null, { status: 404 });
    }
    const [workspaceId = '', method = ''] = rest;
    if (kind !== 'objects' || !methods.includes(method as Method)) return new Response(null, { status: 404 });
    const stub = env.WORKSPACE.getByName(workspaceId);
    // A stub proxies any name, including `call` and `apply`, so this calls the method directly.
    const callable = stub as unknown as Record<Method, (...given: unknown[]) => Promise<unknown>>;
    const given = await request.json<unknown[]>();
    // Held requests have no body here, because JSON cannot carry bytes.
    if (method === 'hold') given[0] = { ...(given[0] as object), body: new Uint8Array() };
    return Response.json(await callable[method as Method](...given));
  },
} satisfies ExportedHandler<Env>;

/** @returns the workflows of an archive, as one array. */
async function workflowsIn(source: ArchiveSource): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { chunks } of readArchive(source, BACKUP_LIMITS)) {
    found.push(JSON.parse(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).text()));
  }
  return found;
}
