import { type ClusterOffer, chooseCluster } from '#app/domain/instance/clusters.ts';
import { releaseToStartWith } from '#app/domain/instance/releases.ts';
import type { TellMessage } from '../outbox/messages.ts';
import type { Instances, Releases, WorkspaceStore } from './ports.ts';

export interface TellWorkspacePorts {
  workspaces: WorkspaceStore;
  instances: Instances;
  releases: Releases;
  clusters: readonly ClusterOffer[];
}

/**
 * Delivers the outbox's telling of a workspace: its object learns what the account is by now, and a new one is made.
 * Repeating it is harmless. A workspace whose registration is gone is none to tell.
 *
 * @throws when no cluster has room: the outbox repeats it, and reports it.
 */
export async function tellWorkspace(ports: TellWorkspacePorts, message: TellMessage): Promise<void> {
  const found = await ports.workspaces.instanceFacts(message.workspaceId);
  if (!found) return;
  const { region, clusterId: known, ...facts } = found;
  const clusterId =
    known ?? (await chooseFor(ports, facts.workspaceId, { region, neededMib: facts.limits.memoryMib }));
  const { releases } = await ports.releases.all();
  const first = releaseToStartWith(releases);
  if (!first) throw new Error('There is no release to start a workspace with.');
  await ports.instances.tell({ ...facts, clusterId }, first.name);
}

async function chooseFor(
  ports: TellWorkspacePorts,
  workspaceId: string,
  { region, neededMib }: { region: string | null; neededMib: number },
): Promise<string> {
  const usedMib = await ports.workspaces.usedMemoryByCluster();
  const chosen = chooseCluster(ports.clusters, region, usedMib, neededMib);
  if (!chosen) throw new Error(`No cluster has ${neededMib} MiB left for ${workspaceId}.`);
  return ports.workspaces.assignCluster(workspaceId, chosen.id);
}
