import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { InstanceStatus, InstanceView } from '#app/domain/instance/view.ts';
import type { ProvisionCommand } from '#durable-objects/workspace/rpc.ts';

let made = 0;

/** A command for a workspace that no other test uses, neither in the object nor in the cluster. */
export function command(changes: Partial<ProvisionCommand> = {}): ProvisionCommand {
  made += 1;
  const name = `t${Date.now().toString(36)}-${made}`;
  return {
    workspaceId: `wks_${name}`,
    accountId: 'acc_ada',
    name,
    ownerEmail: 'ada@example.com',
    timezone: 'Europe/Berlin',
    version: '1.115.3',
    limits: { concurrentExecutions: 5, memoryMib: 320, cpuMillicores: 10, logRetentionDays: 7 },
    trialStartedAt: Date.now(),
    ...changes,
  };
}

export function stubOf(workspaceId: string) {
  return env.WORKSPACE.getByName(workspaceId);
}

/** Repeats `attempt` until it gives something, for at most eight seconds. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined | null | false> | T | undefined | null | false,
): Promise<T> {
  const deadline = Date.now() + 8_000;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export function viewWith(
  { workspaceId, accountId }: ProvisionCommand,
  expected: { status?: InstanceStatus; notice?: InstanceView['notice'] },
): Promise<InstanceView> {
  return eventually(`the workspace is ${JSON.stringify(expected)}`, async () => {
    const view = await stubOf(workspaceId).view(accountId);
    const fits =
      view !== null &&
      (expected.status === undefined || view.status === expected.status) &&
      (expected.notice === undefined || view.notice === expected.notice);
    return fits && view;
  });
}

/** Moves the workspace's time forward; what this makes due runs at once. */
export async function advance(workspaceId: string, advanceMs: number): Promise<InstanceView> {
  const result = await stubOf(workspaceId).advanceClock(advanceMs);
  expect(result.ok).toBe(true);
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

/** Provisions, waits for the process in the cluster, and lets the next poll come due. */
export async function bringOnline(wanted: ProvisionCommand): Promise<InstanceView> {
  await stubOf(wanted.workspaceId).provision(wanted);
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5_000);
  return viewWith(wanted, { status: 1 });
}

interface ClusterWorkspace {
  name: string;
  pid?: number;
  ready: boolean;
}

/** What the sandbox itself says of a workspace's process. */
export async function inCluster(name: string): Promise<ClusterWorkspace | undefined> {
  const response = await fetch(`${env.SANDBOX_URL}/state`);
  const { workspaces } = await response.json<{ workspaces: ClusterWorkspace[] }>();
  return workspaces.find((workspace) => workspace.name === name);
}

export function clusterReady(name: string): Promise<ClusterWorkspace> {
  return eventually(`the process of ${name} is ready`, async () => {
    const found = await inCluster(name);
    return found?.ready && found;
  });
}

export type FaultMode = 'none' | 'crash-loop' | 'api-500' | 'gone';

export async function breakCluster(workspace: string, mode: FaultMode): Promise<void> {
  const response = await fetch(`${env.SANDBOX_URL}/cluster/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workspace, mode }),
  });
  expect(response.status).toBe(200);
}

/** A listener at the live end: what it was told, in order. */
export async function listen(workspaceId: string) {
  const response = await stubOf(workspaceId).fetch('http://localhost:8787/instance/live', {
    headers: { Upgrade: 'websocket' },
  });
  const socket = response.webSocket;
  if (response.status !== 101 || !socket) throw new Error(`no WebSocket: ${response.status}`);
  const messages: string[] = [];
  const closings: number[] = [];
  socket.addEventListener('message', ({ data }) => {
    messages.push(String(data));
  });
  socket.addEventListener('close', ({ code }) => {
    closings.push(code);
  });
  socket.accept();
  const views = () =>
    messages
      .filter((message) => message.startsWith('{'))
      .map((message) => JSON.parse(message) as InstanceView);
  return { socket, messages, closings, views };
}
