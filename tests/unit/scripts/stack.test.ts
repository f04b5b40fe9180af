import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePorts } from '#scripts/local/ports.ts';
import { startStack } from '#scripts/local/stack.ts';

test('says why a service did not start before it ends the others', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-stack-'));
  const ports = await freePorts();
  await using other = createServer((_request, answer) => answer.end('Another program.'));
  await new Promise<void>((resolve) => other.listen(ports.database, '127.0.0.1', resolve));
  const events: string[] = [];
  const started = startStack({ dataDirectory, ports, say: (line) => events.push(line) });
  await started.catch((error: unknown) => events.push(`rejected: ${String(error)}`));
  expect(events).toEqual([
    expect.stringMatching(/^Error: Database did not start/),
    expect.stringMatching(/^rejected: Error: Database did not start/),
  ]);
  rmSync(dataDirectory, { recursive: true, force: true });
});
