import type { WorkspaceEnv } from '#durable-objects/workspace/context.ts';
import { WorkspaceObject as ProductObject } from '#durable-objects/workspace/object.ts';
import { interruptible } from './support/bucket.ts';
import { readDeployedMasterKey } from './support/configured-keys.ts';

export { PasswordHasher } from '#durable-objects/password-hasher/object.ts';

/** The product's object with the test's master key, and a bucket that tests can interrupt. */
export class WorkspaceObject extends ProductObject {
  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    const masterKey = readDeployedMasterKey(ctx.id.name);
    super(
      ctx,
      Object.assign({}, env, {
        BACKUPS: interruptible(env.BACKUPS),
        ...(masterKey !== undefined && { WORKSPACE_MASTER_KEY: masterKey }),
      }),
    );
  }
}

/** These tests call the object directly; tests/portal runs the whole Worker. */
export default {
  fetch: () => new Response('Not found', { status: 404 }),
} satisfies ExportedHandler;
