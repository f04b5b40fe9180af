import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { cloudLimits } from '#workers/cloud-limits.ts';
import type { Env } from '#workers/env.ts';
import { type CredentialClaims, cloudCredential } from '../support/cloud-credentials.ts';
import { deleteThrough } from './support/deletion.ts';
import { soon } from './support/eventually.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  sendFacts,
  stubOf,
  viewWith,
} from './support/workspace.ts';

type Facts = ReturnType<typeof factsOf>;

/** Calls as the workspace does. @returns the status, with the code or the data. */
async function ask({ workspaceId }: Facts, claims: CredentialClaims = {}, signedAs = workspaceId) {
  const bearer = await cloudCredential(env.WORKSPACE_MASTER_KEY, workspaceId, claims, signedAs);
  const request = new Request('http://localhost:8787/api/cloud/limits', {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  // This call uses no other binding of the Worker, which would fail here.
  const answer = await cloudLimits(request, env as unknown as Env);
  const { code, data } = await answer.json<{ code?: string; data?: unknown }>();
  return [answer.status, code ?? data];
}

const usage = (executions: number, activeWorkflows: number) => ({
  timeframe: timeframeOf(Date.now()),
  executions,
  activeWorkflows,
});

test.concurrent("a workspace gets its object's last reading", async () => {
  const facts = factsOf();
  expect(await ask(facts)).toEqual([403, 'forbidden']);
  await sendFacts(facts);
  expect(await ask(facts)).toEqual([404, 'no_usage_yet']);
  await bringOnline(facts);
  expect(await ask(facts)).toEqual([200, usage(0, 0)]);

  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  for (const _run of [1, 2]) await person.run(id);
  await advance(facts, 2 * HOUR_MS);
  await soon(async () => expect(await ask(facts)).toEqual([200, usage(2, 1)]));
});

test.concurrent('checks a credential in real time, also with a moved workspace clock', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  await advance(facts, DAY_MS);
  expect(await ask(facts)).toEqual([200, usage(0, 0)]);
  for (const exp of [Date.now() - 1, Date.now() + 5 * 60_000 + 5_000, Date.now() + DAY_MS]) {
    expect(await ask(facts, { exp })).toEqual([401, 'signature_invalid']);
  }
});

test.concurrent('answers a stopped workspace and refuses a deleted one', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  await advance(facts, 15 * DAY_MS);
  await viewWith(facts, { status: InstanceStatus.Stopped });
  expect(await ask(facts)).toMatchObject([200, { executions: 0 }]);
  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  expect(await ask(facts)).toEqual([403, 'forbidden']);
  expect(await stubOf(facts).limits()).toEqual({ ok: false, code: 'forbidden' });
});

test('a forged credential creates no object', async () => {
  const [facts, other] = [factsOf(), factsOf()];
  const isMade = async () => {
    const made = await listDurableObjectIds(env.WORKSPACE);
    return made.some((id) => id.equals(env.WORKSPACE.idFromName(facts.workspaceId)));
  };
  expect(await ask(facts, {}, other.workspaceId)).toEqual([401, 'signature_invalid']);
  expect(await ask(facts, { purpose: 'cloud-user', email: facts.ownerEmail })).toEqual([
    401,
    'signature_invalid',
  ]);
  expect(await isMade()).toBe(false);
  expect(await ask(facts)).toEqual([403, 'forbidden']);
  expect(await isMade()).toBe(true);
});
