import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ClusterFaults } from '#sandbox/cluster/faults.ts';
import { planPod } from '#sandbox/cluster/pod.ts';
import { type Engine, Launcher } from '#sandbox/cluster/processes.ts';
import { Reconciler } from '#sandbox/cluster/reconcile.ts';
import type { Resource } from '#sandbox/cluster/resources.ts';
import { ClusterStore } from '#sandbox/cluster/store.ts';
import { reorderKeys } from '../instance/reordered.ts';
import { eventually, quickTimings } from './harness.ts';

const BACKOFF_MS = 200;
const [namespace, name] = ['weft-workspaces', 'ws-acme'];

/** An engine whose processes are entries of a set: each dies by `die`, without which it runs until it is stopped. */
function countedEngine() {
  const alive = new Set<() => void>();
  const engine: Engine = {
    lingersMs: 0,
    async start() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const die = () => {
        alive.delete(die);
        resolve();
      };
      alive.add(die);
      return { pid: process.pid, exited: promise, stop: async () => die() };
    },
  };
  return { engine, alive };
}

function statefulSet(parts: object = {}): Resource {
  const containers = [{ name: 'n8n', image: 'registry.weft.example/n8n:1.115.3-weft.1', ...parts }];
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      namespace,
      name,
      uid: randomUUID(),
      resourceVersion: '',
      managedFields: [],
      creationTimestamp: new Date().toISOString(),
      labels: { 'weft.cloud/workspace': 'acme' },
    },
    spec: {
      replicas: 1,
      serviceName: name,
      selector: { matchLabels: {} },
      template: { metadata: { labels: {} }, spec: { containers } },
    },
  };
}

test('a StatefulSet that replaces one whose process waits to restart has one process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weft-reconcile-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { engine, alive } = countedEngine();
  const store = new ClusterStore(join(dataDir, 'cluster'), Date.now());
  const reconciler = new Reconciler({
    store,
    faults: new ClusterFaults(join(dataDir, 'faults.json')),
    now: () => Date.now(),
    launcher: new Launcher(dataDir, engine),
    timings: { ...quickTimings, reconcileIntervalMs: 60_000, restartBackoffMs: BACKOFF_MS },
    volumePath: (...parts) => join(dataDir, 'volumes', ...parts),
  });
  const oneRuns = () => eventually('one process runs', async () => alive.size === 1);

  store.put('statefulsets', statefulSet());
  await oneRuns();
  for (const die of alive) die();
  // Its death is noticed: the restart waits.
  await sleep(BACKOFF_MS / 10);
  store.remove('statefulsets', namespace, name);
  await sleep(BACKOFF_MS / 10);
  store.put('statefulsets', statefulSet());
  await oneRuns();
  await sleep(BACKOFF_MS * 2);
  expect(alive.size).toBe(1);
  await reconciler.close();
  expect(alive.size).toBe(0);
});

test('a template with reordered keys is the same revision, one with reordered elements another', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weft-reconcile-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const store = new ClusterStore(dataDir, Date.now());
  const revisionOf = (parts: object) => {
    const plan = planPod(store, statefulSet(parts));
    return plan.kind === 'run' ? plan.pod.revision : plan.kind;
  };
  const parts = { securityContext: { runAsUser: 1000, runAsGroup: 1000 }, args: ['start', '--tunnel'] };
  expect(revisionOf(reorderKeys(parts))).toBe(revisionOf(parts));
  expect(revisionOf({ ...parts, args: parts.args.toReversed() })).not.toBe(revisionOf(parts));
});
