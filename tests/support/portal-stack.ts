import type { TestProject } from 'vitest/node';
import { startTestStack } from './test-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portal: { portalUrl: string; sandboxUrl: string; databaseUrl: string; webhookSecret: string };
  }
}

/** One stack for all tests over HTTP. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startTestStack();
  const { portalUrl, sandboxUrl, databaseUrl, webhookSecret } = stack;
  project.provide('portal', { portalUrl, sandboxUrl, databaseUrl, webhookSecret });
  return () => stack.stop();
}
