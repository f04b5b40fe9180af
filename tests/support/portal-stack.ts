import type { TestProject } from 'vitest/node';
import { startTestStack } from './test-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portal: { portalUrl: string; sandboxUrl: string; databaseUrl: string };
  }
}

/** One stack for all tests over HTTP. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startTestStack();
  const { portalUrl, sandboxUrl, databaseUrl } = stack;
  project.provide('portal', { portalUrl, sandboxUrl, databaseUrl });
  return () => stack.stop();
}
