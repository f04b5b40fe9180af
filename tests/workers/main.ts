import type { WorkspaceEnv } from '#durable-objects/workspace/context.ts';
import { WorkspaceObject as ProductObject } from '#durable-objects/workspace/object.ts';
import { readDeployedMasterKey } from './support/configured-keys.ts';

/** The product's object with the test's master key. */
export class WorkspaceObject extends ProductObject {
  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    const masterKey = readDeployedMasterKey(ctx.id.name);
    super(ctx, Object.assign({}, env, masterKey === undefined ? {} : { WORKSPACE_MASTER_KEY: masterKey }));
  }
}

/** These tests call the object directly; tests/portal has the whole Worker. */
export default {
  fetch: () => new Response('Not found', { status: 404 }),
} satisfies ExportedHandler;
