import { eventually, type PortalClient, type RegistrationFields, tokenIn } from './portal-client.ts';
import { postToSandbox } from './sandbox-calls.ts';

const TIMEZONE = 'Europe/Berlin';

/**
 * The workspace's clock gives an update a minute to save its data and a minute to verify it: steps of a second leave it
 * sixty polls for each, also on a slow machine.
 */
const UPDATE_ADVANCE = 'PT1S';
const PROBE_ADVANCE = 'PT5S';

/**
 * Registers, completes the setup, and waits until the workspace is Online. @returns the registration's fields.
 * @param withinMs the time limit for the start; by default the small runtime's.
 * @param overrides fields of the registration.
 */
export async function setUpOnline(
  client: PortalClient,
  withinMs?: number,
  overrides: Partial<RegistrationFields> = {},
): Promise<RegistrationFields> {
  // As a browser's script fills it in: another zone in the survey would restart the starting workspace.
  const owner = await client.registerConfirmed({ timezone: TIMEZONE, ...overrides });
  await answerSetUp(client);
  await client.post('/account/launching', {});
  await untilReady(client, owner.accountName, withinMs);
  await untilOnline(client, { withinMs });
  return owner;
}

/** Answers the survey and the other questions of the setup, up to the page that launches the workspace. */
export async function answerSetUp(client: PortalClient, timezone = TIMEZONE): Promise<void> {
  await client.post('/account/setup', {
    workArea: 'ops',
    codingSkills: '3',
    companyIndustry: 'saas',
    companySize: '<20',
    timezone,
  });
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  await client.post('/invite-teammate', { intent: 'skip' });
}

/** Waits until the cluster's workspace is ready, independent of the portal's state. */
async function untilReady(client: PortalClient, workspace: string, withinMs?: number): Promise<void> {
  await eventually(async () => {
    const response = await fetch(`${client.portal.sandboxUrl}/ingress/ws-${workspace}/healthz/readiness`);
    await response.body?.cancel();
    return response.ok;
  }, withinMs);
}

/** Waits until the workspace has this status (spec §4: Offline 0, Online 1, Pending 2, Stopped 3). */
export async function untilStatus(
  client: PortalClient,
  status: number,
  withinMs?: number,
): Promise<InstanceAnswer> {
  return eventually(async () => {
    const instance = await instanceOf(client);
    return instance.status === status && instance;
  }, withinMs);
}

/**
 * Waits until a workspace that starts, restarts or is updated is Online. @param version the awaited version of n8n; by
 * default any.
 */
export function untilOnline(
  client: PortalClient,
  { withinMs, version }: { withinMs?: number | undefined; version?: string } = {},
): Promise<InstanceAnswer> {
  return eventually(async () => {
    const response = await client.get('/api/instance');
    const instance = (await response.json()) as InstanceAnswer;
    // The object has received no facts yet.
    if (!response.ok) return undefined;
    if (instance.status === 1 && (version ?? instance.version.name) === instance.version.name)
      return instance;
    const isUpdating = version !== undefined && instance.status !== 1;
    return advanceToProbe(client, instance.name, isUpdating ? UPDATE_ADVANCE : PROBE_ADVANCE);
  }, withinMs);
}

/**
 * Moves the workspace's clock to the next probe of the cluster, or the next step of a rehearsal, instead of waiting for it.
 * @param advance ISO 8601; by default the interval of the first probes.
 */
export async function advanceToProbe(
  client: PortalClient,
  workspace: string,
  advance = PROBE_ADVANCE,
): Promise<undefined> {
  await advanceClock(client, workspace, advance);
}

/** `GET /api/instance`, as far as tests read it. */
export interface InstanceAnswer {
  usage: { executions: number } | null;
  status: number;
  name: string;
  version: { name: string };
  limits: { executions: number; activeWorkflows: number };
  timezone: string;
  saveExecutions: { manual: boolean; failed: boolean; successful: boolean };
  revision: number;
}

export async function instanceOf(client: PortalClient): Promise<InstanceAnswer> {
  return (await (await client.get('/api/instance')).json()) as InstanceAnswer;
}

/** Invites a teammate, who joins with their own client. */
export async function joinAs(
  owner: PortalClient,
  joiner: PortalClient,
  teammate: { email: string; role: string },
): Promise<void> {
  await owner.post('/invite-teammate', {
    'invitations[0].email': teammate.email,
    'invitations[0].role': teammate.role,
  });
  const token = tokenIn(await owner.mail(teammate.email, /invites you/));
  await joiner.post(`/invitation?token=${token}`, { fullName: 'Grace Hopper', password: 'compile me' });
}

/**
 * Moves the workspace's time forward with the sandbox's clock, once its object has received the account's facts.
 * @param advance ISO 8601, such as `P14D`.
 */
export async function advanceClock(client: PortalClient, workspace: string, advance: string): Promise<void> {
  await eventually(async () => {
    const response = await fetch(`${client.portal.sandboxUrl}/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ workspace, advance }),
    });
    const answer = await response.text();
    if (!response.ok && response.status !== 404)
      throw new Error(`The clock answered ${response.status}: ${answer}`);
    return response.ok;
  });
}

/** Sets or clears a fault of the cluster for one workspace. */
export async function setClusterFault(client: PortalClient, workspace: string, mode: string): Promise<void> {
  await postToSandbox(client.portal, '/cluster/faults', { workspace, mode });
}
