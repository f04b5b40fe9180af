import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const QUERIES = 'db/queries';
/** How many statements delete sessions without signing anybody out of workspaces, in which file, and why. */
const withoutSignOut: Record<string, [count: number, reason: string]> = {
  'sessions.ts': [1, 'a sign-in that never proved its second factor'],
  'second-factor/removals.ts': [1, 'the same, of somebody else'],
  'members.ts': [2, 'the database itself tells the workspace that they left'],
  'expired-rows.ts': [2, 'time ended them, or nobody ever confirmed them'],
};

test('sessions end on purpose through endSessions alone, which signs out of workspaces', () => {
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
