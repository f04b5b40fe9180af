import { env } from 'cloudflare:workers';
import { createHash, createHmac } from 'node:crypto';
import type { RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { SavedSettings, UpdateState } from '#app/use-cases/workspace/rpc-requests.ts';
import { secretOf } from './cluster.ts';
import { eventually } from './eventually.ts';
import { stubOf, unwrap } from './workspace.ts';

/** The workspaces' version in these tests, and the next one, which lacks a node type in the sandbox. */
export const FROM = '2.40.7';
export const NEXT = '2.41.3';
export const REMOVED_NODE = 'n8n-nodes-base.functionItem';

/** Imports workflows into the running workspace, with a call signed like the portal's. */
export async function importInto({ name }: InstanceFacts, workflows: readonly object[]): Promise<void> {
  const { signIn } = await secretOf(name);
  const body = JSON.stringify(workflows);
  const digest = createHash('sha256').update(body).digest('hex');
  const answer = await fetch(`${env.SANDBOX_URL}/ingress/ws-${name}/weft/import`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${createHmac('sha256', signIn).update(`import:${digest}`).digest('hex')}`,
      'Content-Type': 'application/json',
    },
    body,
  });
  if (answer.status !== 204) throw new Error(`the import answered ${answer.status}`);
}

/** Chooses a version, as the settings do. */
export async function choose(facts: InstanceFacts, version: string, accountId = facts.accountId) {
  const releases = [FROM, version].map((name) => ({
    name,
    createdAt: 0,
    hasBreakingChange: false,
    hasSecurityFix: false,
  }));
  return stubOf(facts).saveSettings({ accountId, change: { version }, releases });
}

export async function begin(facts: InstanceFacts, version: string): Promise<SavedSettings> {
  return unwrap<SavedSettings>(await choose(facts, version));
}

export async function rehearsalOf(facts: InstanceFacts): Promise<RehearsalState | null> {
  const update = (await stubOf(facts).readUpdate(facts.accountId)) as UpdateState | null;
  return update?.rehearsal ?? null;
}

/** Waits until the rehearsal is in one of these phases. */
export function untilPhase(
  facts: InstanceFacts,
  ...phases: Array<RehearsalState['phase']['kind']>
): Promise<RehearsalState> {
  return eventually(`the rehearsal of ${facts.name} is ${phases}`, async () => {
    const rehearsal = await rehearsalOf(facts);
    return rehearsal !== null && phases.includes(rehearsal.phase.kind) && rehearsal;
  });
}

/** The name of a workspace's copy in the cluster. */
export const copyName = ({ name }: InstanceFacts) => `rehearsal-${name}`;
