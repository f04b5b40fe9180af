import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { workspaces } from '#db/schema/index.ts';
import type { Env } from '#workers/env.ts';
import { proxyToWorkspace } from '#workers/gateway/gateway.ts';
import { database, insertAccount } from './support/account.ts';
import { factsOf } from './support/workspace.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The workspaces whose objects are called, in order. */
const called: string[] = [];

/** An environment whose objects only note that they are called. */
function withObjects(): Env {
  const objects = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      async reportUnreachable() {
        called.push(name);
        return null;
      },
    }),
  };
  return new Proxy(env as unknown as Env, {
    get: (target, name) => (name === 'WORKSPACE' ? objects : Reflect.get(target, name)),
  });
}

/** A workspace that does not answer is visited. */
async function visit(name: string): Promise<void> {
  const request = new Request(`http://${name}.localhost:8787/`);
  await proxyToWorkspace(request, withObjects(), createExecutionContext(), name);
}

test('a name that an unconfirmed registration gave up leads to its next workspace', async () => {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    if (String(call[0]).includes('/ingress/')) throw new Error('No workspace listens there.');
    return fetch(...call);
  });
  const next = factsOf();
  // Before its e-mail is confirmed, a registration has no cluster; after a day its name is free again.
  const pending = { ...factsOf(), name: next.name };
  await insertAccount(pending);
  const ofPending = eq(workspaces.id, pending.workspaceId);
  await database().update(workspaces).set({ clusterId: null }).where(ofPending);
  await visit(next.name);
  await database().delete(workspaces).where(ofPending);
  await database().insert(workspaces).values({
    id: next.workspaceId,
    accountId: pending.accountId,
    name: next.name,
    createdAt: Date.now(),
    clusterId: next.clusterId,
  });
  await visit(next.name);
  await visit(next.name);
  expect(called.slice(1)).toEqual([next.workspaceId, next.workspaceId]);
});
