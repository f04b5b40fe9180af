import type { Instances } from '#app/use-cases/workspace/ports.ts';
import type { Env } from './env.ts';

/** @returns the object that owns a workspace's instance; naming it costs nothing, calling it is one request. */
export function workspaceStub(env: Env, workspaceId: string) {
  return env.WORKSPACE.get(env.WORKSPACE.idFromName(workspaceId));
}

/** The workspaces' objects, as the use cases see them. */
export function instancesIn(env: Env, onCall: () => void): Instances {
  const stub = (workspaceId: string) => {
    onCall();
    return workspaceStub(env, workspaceId);
  };
  return {
    view: ({ id, accountId }) => stub(id).view(accountId),
    overview: ({ id, accountId }) => stub(id).overview(accountId),
    async tell(facts, version) {
      const told = await stub(facts.workspaceId).tell(facts, version);
      if (!told.ok) throw new Error(`The object of ${facts.workspaceId} refused: ${told.code}.`);
    },
    configure: ({ id, accountId }, change, releases) => stub(id).configure({ accountId, change, releases }),
    restart: ({ id, accountId }) => stub(id).restart(accountId),
    reconcile: (workspaceId) => stub(workspaceId).reconcile(),
    openLink: (workspaceId, request) => stub(workspaceId).openLink(request),
    verifyCall: (workspaceId, token) => stub(workspaceId).verifyCall(token),
    signOut: (workspaceId, person) => stub(workspaceId).signOut(person),
    setPerson: (workspaceId, person) => stub(workspaceId).setPerson(person),
    closeLive: (workspaceId, listener) => stub(workspaceId).closeLive(listener),
  };
}
