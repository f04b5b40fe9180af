import type { PasswordHasher } from '#durable-objects/password-hasher/object.ts';
import type { WorkspaceObject } from '#durable-objects/workspace/object.ts';

/** The Worker's bindings, as wrangler.toml declares them; variables and secrets are read through `parseConfig`. */
export interface Env {
  ASSETS: Fetcher;
  WORKSPACE: DurableObjectNamespace<WorkspaceObject>;
  PASSWORD_HASHER: DurableObjectNamespace<PasswordHasher>;
  BACKUPS: R2Bucket;
  ATTACHMENTS: R2Bucket;
  AUDIT_LOG: R2Bucket;
  EDGE_RATE_LIMIT: RateLimit;
}
