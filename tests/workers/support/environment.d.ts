import type { WorkspaceObject } from '#durable-objects/workspace/object.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      WORKSPACE: DurableObjectNamespace<WorkspaceObject>;
      SANDBOX_URL: string;
      WORKSPACE_MASTER_KEY: string;
    }
  }
}
