import { chooseCluster } from '#app/domain/instance/clusters.ts';
import type { OutboxPayload } from '#app/domain/mail/messages.ts';
import type { Services } from '../services.ts';
import type { ObjectPorts } from './rpc.ts';

export type SendFactsPorts = Pick<Services, 'workspaces' | 'clusters'> & ObjectPorts<'receiveFacts'>;

/**
 * Delivers an outbox message: sends a workspace's object the account's current facts, which also start a new
 * instance. Idempotent. Skips a workspace whose registration is gone.
 * @throws when no cluster has room, or the object finds no release or refuses mixed-up ids: the outbox retries and reports.
 */
export async function sendFacts(
  ports: SendFactsPorts,
  message: OutboxPayload<'workspace.send_facts'>,
): Promise<void> {
  const found = await ports.workspaces.instanceFacts(message.workspaceId);
  if (!found) return;
  const { region, clusterId: known, changedAt, ...facts } = found;
  const clusterId =
    known ?? (await chooseFor(ports, facts.workspaceId, { region, neededMib: facts.limits.memoryMib }));
  const { workspaceId } = facts;
  const received = await ports.workspaceObject(workspaceId).receiveFacts({ ...facts, clusterId }, changedAt);
  if (!received.ok) throw new Error(`The object of ${workspaceId} refused its facts: ${received.code}.`);
}

async function chooseFor(
  ports: SendFactsPorts,
  workspaceId: string,
  { region, neededMib }: { region: string | null; neededMib: number },
): Promise<string> {
  const usedMib = await ports.workspaces.sumMemoryByCluster();
  const chosen = chooseCluster(ports.clusters, region, usedMib, neededMib);
  if (!chosen) throw new Error(`No cluster has ${neededMib} MiB left for ${workspaceId}.`);
  return ports.workspaces.assignCluster(workspaceId, chosen.id);
}
