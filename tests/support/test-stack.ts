import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from '#scripts/local/build.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { type Stack, type StackSettings, startStack } from '#scripts/local/stack.ts';

/** Starts the whole product as `npm start` does, on ports and data of its own. `stop` takes the data away too. */
export async function startTestStack(
  settings: Pick<StackSettings, 'variables' | 'bundleFolder' | 'say'> = {},
): Promise<Stack & { dataDirectory: string }> {
  buildIfChanged();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-test-'));
  const stack = await startStack({ dataDirectory, ports: await freePorts(), ...settings });
  return {
    ...stack,
    dataDirectory,
    async stop() {
      await stack.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
