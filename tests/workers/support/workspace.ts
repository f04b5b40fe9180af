import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstanceStatus, InstanceView } from '#app/domain/instance/view.ts';
import type { RpcRefusal, RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { WorkspaceContext } from '#durable-objects/workspace/context.ts';
import type { workspaceInstance } from '#durable-objects/workspace/instance.ts';
import { workspaceFacts } from '#tests/support/workspace-facts.ts';
import { clusterReady } from './cluster.ts';
import { eventually } from './eventually.ts';

const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The version of new workspaces: the newest stable one of the sandbox's feed. */
export const VERSION = '2.40.7';

let made = 0;
let names: string[] = [];

/** @returns the names of the workspaces that `factsOf` has made since the last call. */
export function takeMadeNames(): readonly string[] {
  const taken = names;
  names = [];
  return taken;
}

/** Facts of a trial workspace with ids that no other test uses. */
export function factsOf(changes: Partial<InstanceFacts> = {}): InstanceFacts {
  made += 1;
  // Three processes make names at the same time.
  const name = `t${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}${made}`;
  names.push(name);
  return workspaceFacts(name, {
    timezone: 'Europe/Berlin',
    entitlement: { kind: 'trial', endsAt: Date.now() + 14 * DAY_MS },
    ...changes,
  });
}

/** Later facts of the same account. */
export function later(facts: InstanceFacts, changes: Partial<InstanceFacts>): InstanceFacts {
  return { ...facts, ...changes, factsRevision: facts.factsRevision + 1 };
}

export function stubOf({ workspaceId }: Pick<InstanceFacts, 'workspaceId'>) {
  return env.WORKSPACE.getByName(workspaceId);
}

/** @returns an RPC's value. @throws on a refusal. */
export function unwrap<T>(result: RpcResult<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

export async function sendFacts(facts: InstanceFacts): Promise<InstanceView> {
  return unwrap<InstanceView>(await stubOf(facts).receiveFacts(facts));
}

/** Creates a workspace with a version that new ones no longer get. */
async function startWith(facts: InstanceFacts, version: string): Promise<void> {
  await runInDurableObject(stubOf(facts), async (object) => {
    const instance: ReturnType<typeof workspaceInstance> = Reflect.get(object, 'instance');
    await instance.handle({ kind: 'facts-received', facts, version });
  });
}

/** Updates a workspace to a version without a rehearsal, even one that the feed does not list. */
export async function setVersion({ workspaceId, accountId }: InstanceFacts, version: string): Promise<void> {
  const release = { name: version, createdAt: 0, hasBreakingChange: false, hasSecurityFix: false };
  await runInDurableObject(stubOf({ workspaceId }), async (object) => {
    const instance: ReturnType<typeof workspaceInstance> = Reflect.get(object, 'instance');
    const request = { accountId, change: { version }, releases: [release] };
    const state = await instance.handle({ kind: 'configuration-requested', ...request });
    if (!state || 'refused' in state) throw new Error(`refused: ${state?.refused}`);
  });
}

export async function viewOf(facts: InstanceFacts): Promise<InstanceView> {
  const view = await stubOf(facts).view(facts.accountId);
  if (!view) throw new Error(`${facts.workspaceId} is not an instance`);
  return view;
}

export async function overviewOf(facts: InstanceFacts): Promise<InstanceOverview> {
  const overview = await stubOf(facts).overview(facts.accountId);
  if (!overview) throw new Error(`${facts.workspaceId} is not an instance`);
  return overview as InstanceOverview;
}

export interface Expected {
  status?: InstanceStatus;
  notice?: InstanceView['notice'];
}

function fits(view: InstanceView, { status, notice }: Expected): boolean {
  return (status === undefined || view.status === status) && (notice === undefined || view.notice === notice);
}

export function viewWith(facts: InstanceFacts, expected: Expected): Promise<InstanceView> {
  return eventually(`${facts.name} is ${JSON.stringify(expected)}`, async () => {
    const view = await viewOf(facts);
    return fits(view, expected) && view;
  });
}

/** Moves the workspace's clock forward; due schedules run shortly after. */
export async function advance(facts: InstanceFacts, advanceMs: number): Promise<InstanceView> {
  return unwrap<InstanceView>(await stubOf(facts).advanceClock(advanceMs));
}

/** Makes the probe due a day ago, through the object's own clock, which remembers its schedules. @param object in `runInDurableObject`. */
export function makeProbeDue(object: object): void {
  const context: WorkspaceContext = Reflect.get(object, 'context');
  context.alarms.set('probe', Date.now() - DAY_MS);
}

/** Advances in steps of one poll until the view is as expected. */
export function passTimeUntil(
  facts: InstanceFacts,
  expected: Expected,
  stepMs = 5 * SECOND_MS,
): Promise<InstanceView> {
  return eventually(`${facts.name} becomes ${JSON.stringify(expected)}`, async () => {
    const view = await viewOf(facts);
    if (fits(view, expected)) return view;
    await advance(facts, stepMs);
    return undefined;
  });
}

/** Waits for a ready process other than `previous`, of the given version if any, and lets the next poll see it. */
export async function comeOnline(facts: InstanceFacts, previous?: number, version?: string) {
  const running = await clusterReady(facts.name, previous, version);
  const view = await passTimeUntil(facts, { status: 1 });
  return { ...running, view };
}

/** Sends the first facts, and waits until the workspace is Online with a usage reading. */
export async function bringOnline(facts: InstanceFacts, version = VERSION) {
  if (version !== VERSION) await startWith(facts, version);
  await sendFacts(facts);
  const running = await comeOnline(facts, undefined, version);
  // Reloads like a page: on a busy machine the first reading can fail, and the next is an hour away.
  const view = await eventually(`the usage of ${facts.name} is read`, async () => {
    const { view: seen } = await overviewOf(facts);
    return seen.usage !== null && seen;
  });
  return { ...running, view };
}

/** Expects a refusal without any change. */
export async function expectRefusal(
  facts: InstanceFacts,
  act: () => Promise<RpcResult<unknown>>,
  refusal: Omit<RpcRefusal, 'ok'>,
): Promise<void> {
  const before = await overviewOf(facts);
  expect(await act()).toEqual({ ok: false, ...refusal });
  const after = await overviewOf(facts);
  expect({ ...after, now: 0 }).toEqual({ ...before, now: 0 });
}
