import { test as base } from '../../e2e/support/billing.ts';
import { startTestStack } from '../../support/test-stack.ts';

export { expect } from '../../e2e/support/billing.ts';
export { signInAs } from '../../e2e/support/sign-in.ts';

type TestStack = Awaited<ReturnType<typeof startTestStack>>;

/** The product with n8n in its workspaces. */
export const test = base.extend<object, { stack: TestStack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const stack = await startTestStack({ engine: 'n8n', say: (line) => console.info(line) });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
