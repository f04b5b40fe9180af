import type { TestProject } from 'vitest/node';
import { startTestStack } from './test-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portal: Pick<
      Awaited<ReturnType<typeof startTestStack>>,
      'portalUrl' | 'entryUrl' | 'sandboxUrl' | 'databaseUrl' | 'webhookSecret' | 'workspaceMasterKey'
    >;
  }
}

/** Starts one stack for all tests over HTTP. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startTestStack({ isDirect: true });
  const { portalUrl, entryUrl, sandboxUrl, databaseUrl, webhookSecret, workspaceMasterKey } = stack;
  project.provide('portal', {
    portalUrl,
    entryUrl,
    sandboxUrl,
    databaseUrl,
    webhookSecret,
    workspaceMasterKey,
  });
  return () => stack.stop();
}
