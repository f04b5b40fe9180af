import { NEW_INSTANCE_VERSION } from '#app/domain/instance/versions.ts';
import type { ProvisionMessage } from '../outbox/messages.ts';
import type { Instances, WorkspaceStore } from './ports.ts';

/**
 * Delivers the outbox's command to start a workspace, or to change it; repeating it is harmless. A workspace whose registration is
 * gone is none to start.
 */
export async function provisionWorkspace(
  ports: { workspaces: WorkspaceStore; instances: Instances },
  message: ProvisionMessage,
): Promise<void> {
  const facts = await ports.workspaces.provisionFacts(message.workspaceId);
  if (!facts) return;
  await ports.instances.provision({ ...facts, version: NEW_INSTANCE_VERSION });
}
