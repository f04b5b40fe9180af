import { env } from 'cloudflare:workers';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { interruptBucket } from './bucket.ts';
import { eventually } from './eventually.ts';
import { factsOf, stubOf, unwrap } from './workspace.ts';

export const active = () => factsOf({ entitlement: { kind: 'active' } });

export async function listOf(facts: InstanceFacts): Promise<BackupList> {
  const list = await stubOf(facts).listBackups(facts.accountId);
  if (!list) throw new Error(`${facts.workspaceId} is not an instance`);
  return list as BackupList;
}

export function untilBackupEnded(facts: InstanceFacts, what = 'the backup has ended'): Promise<BackupList> {
  return eventually(what, async () => {
    const list = await listOf(facts);
    return list.running === null && list;
  });
}

export async function start(facts: InstanceFacts): Promise<string> {
  return unwrap<{ id: string }>(await stubOf(facts).startBackup(facts.accountId, true)).id;
}

export async function keysOf({ workspaceId }: InstanceFacts): Promise<string[]> {
  const { objects } = await env.BACKUPS.list({ prefix: `backups/${workspaceId}/` });
  return objects.map(({ key }) => key);
}

/** Makes every R2 call of the objects fail while `act` runs. */
export async function withoutStore<T>(act: () => Promise<T>): Promise<T> {
  const mend = interruptBucket((method) => Promise.reject(new Error(`R2 is down: ${method}`)));
  try {
    return await act();
  } finally {
    mend();
  }
}

/**
 * The next file under a prefix takes as long to store as the test wants.
 * @returns when its upload began, and what lets it end.
 */
export function slowPut(prefix: string): { begun: Promise<void>; end(): void } {
  let begin = () => {};
  let end = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = interruptBucket(async (method, key) => {
    if (method !== 'put' || !String(key).startsWith(prefix)) return;
    begin();
    await ended;
  });
  return {
    begun,
    end: () => {
      stop();
      end();
    },
  };
}
