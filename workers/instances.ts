import type { Env } from './env.ts';

/** @returns the object that owns a workspace's instance. Creating the stub costs nothing; each call is one request. */
export function workspaceStub(env: Env, workspaceId: string) {
  return env.WORKSPACE.get(env.WORKSPACE.idFromName(workspaceId));
}
