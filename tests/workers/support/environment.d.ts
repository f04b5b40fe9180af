import type { PasswordHasher } from '#durable-objects/password-hasher/object.ts';
import type { WorkspaceObject } from '#durable-objects/workspace/object.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      WORKSPACE: DurableObjectNamespace<WorkspaceObject>;
      PASSWORD_HASHER: DurableObjectNamespace<PasswordHasher>;
      BACKUPS: R2Bucket;
      AUDIT_LOG: R2Bucket;
      SANDBOX_URL: string;
      DATABASE_URL: string;
      CLUSTER_TOKENS: string;
      WORKSPACE_MASTER_KEY: string;
    }
  }
}
