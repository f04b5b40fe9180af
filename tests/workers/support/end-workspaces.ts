import { afterAll } from 'vitest';
import { breakCluster } from './cluster.ts';
import { takeMadeNames } from './workspace.ts';

// After each file: a hundred idle processes would take memory, and time for their probes, from the files that follow.
afterAll(async () => {
  await Promise.all(takeMadeNames().map((name) => breakCluster(name, 'gone')));
});
