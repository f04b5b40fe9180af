import type { InstancePorts } from '#durable-objects/workspace/ports.ts';
import { CLUSTER } from './facts.ts';
import { must } from './must.ts';
import { namesAsArchive } from './outside.ts';
import type { World } from './world.ts';

/** @returns the ports of the object to everything outside it. @param call each call passes here, and can kill the object. */
export function outsidePorts(
  world: Pick<World, 'cluster' | 'outside' | 'releases'>,
  call: <T>(effect: () => T) => Promise<T>,
): Omit<InstancePorts, 'clock' | 'store' | 'alarms' | 'reportError'> {
  const { outside } = world;
  const cluster = world.cluster.port(call);
  return {
    clusterOf: (clusterId) => {
      must(clusterId === CLUSTER, 'no other cluster is asked: it would start a second process');
      if (!world.cluster.isConfigured) throw new Error(`There is no cluster ${clusterId}.`);
      return cluster;
    },
    keysFor: async () => ({ signInKey: '', encryptionKey: '', signInVersion: 1 }),
    process: outside.process(call),
    closedProcess: outside.process(call),
    backups: outside.backupStore(call),
    releases: () => call(() => world.releases),
    sendOutbox: (_facts, items) => call(() => outside.take(items)),
    push: () => {},
    isWatched: () => false,
    archives: namesAsArchive,
  };
}
