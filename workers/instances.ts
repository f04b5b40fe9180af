import type { Env } from './env.ts';

/** @returns the object that owns a workspace's instance; naming it costs nothing, calling it is one request. */
export function workspaceStub(env: Env, workspaceId: string) {
  return env.WORKSPACE.get(env.WORKSPACE.idFromName(workspaceId));
}
