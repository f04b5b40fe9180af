import { hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { workspaceKey } from '#app/crypto/workspace-key.ts';

const master = 'workspace-master-key-of-the-tests';

test("a workspace's keys have 256 bits, never change and differ from all others", async () => {
  const keys = await Promise.all([
    workspaceKey(master, 'wks_1', 'sign-in'),
    workspaceKey(master, 'wks_1', 'encryption'),
    workspaceKey(master, 'wks_2', 'sign-in'),
    workspaceKey(`${master}!`, 'wks_1', 'sign-in'),
  ]);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a known workspace's keys never change, since n8n's data depends on them", async () => {
  const expected = hkdfSync('sha256', master, 'wks_1', 'weft-cloud/workspace/encryption', 32);
  expect(workspaceKey(master, 'wks_1', 'encryption')).toBe(Buffer.from(expected).toString('hex'));
});
