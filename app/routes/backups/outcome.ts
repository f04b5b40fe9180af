import type { RestoreOutcome } from '#app/domain/backup/restore.ts';

/** A restore's figures in the address of the list, which shows them once. */
export function outcomeQuery({ added, changed, unchanged, credentials }: RestoreOutcome): string {
  return `added=${added}&changed=${changed}&unchanged=${unchanged}&credentials=${Number(credentials)}`;
}

/** @returns what `outcomeQuery` wrote; null for anything else. */
export function readRestoreOutcome(request: Request): RestoreOutcome | null {
  const { searchParams } = new URL(request.url);
  const [added, changed, unchanged] = ['added', 'changed', 'unchanged'].map((name) => {
    const text = searchParams.get(name) ?? '';
    return /^\d{1,5}$/.test(text) ? Number(text) : null;
  });
  if (added == null || changed == null || unchanged == null) return null;
  return { added, changed, unchanged, credentials: searchParams.get('credentials') === '1' };
}
