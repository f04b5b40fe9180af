import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const QUERIES = 'db/queries';
/** Statements that delete sessions without signing out of workspaces: file, count and reason. */
const withoutSignOut: Record<string, [count: number, reason: string]> = {
  'sessions.ts': [1, 'a sign-in without its second factor'],
  'second-factor/removals.ts': [1, 'another sign-in without its second factor'],
  'members.ts': [2, 'a trigger tells the workspace that they left'],
  'expired-rows.ts': [2, 'they expired, or their registration was never confirmed'],
};

test('only endSessions ends sessions explicitly, and signs out of workspaces', () => {
  const files = readdirSync(QUERIES, { recursive: true, encoding: 'utf8' });
  const deleting = files.flatMap((file) => {
    if (!file.endsWith('.ts') || file === 'ended-sessions.ts') return [];
    const text = readFileSync(join(QUERIES, file), 'utf8');
    const count = text.match(/\.delete\(sessions\)|DELETE FROM (sessions|\$\{sessions\})/g)?.length ?? 0;
    return count > 0 ? [[file, count]] : [];
  });
  const allowed = Object.entries(withoutSignOut).map(([file, [count]]) => [file, count]);
  expect(Object.fromEntries(deleting)).toEqual(Object.fromEntries(allowed));
});
