import type { TestProject } from 'vitest/node';
import { World } from '../../unit/sandbox/harness.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sandboxUrl: string;
  }
}

/** The cluster that the objects under test call over the wire: the sandbox, with its real workspace processes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = await World.start();
  project.provide('sandboxUrl', world.url);
  return () => world[Symbol.asyncDispose]();
}
