import type { InstanceState } from '../state.ts';
import type { InstanceEffect } from './events.ts';

/** @returns the effects that read the counters of changes, without which nothing later can be counted. */
export function countChanges({ overage: { endings, current } }: InstanceState): InstanceEffect[] {
  const instants = new Map<string, number[]>();
  for (const one of [...endings, ...(current ? [{ ...current, until: undefined }] : [])]) {
    const until = one.until === undefined ? [] : [one.until];
    const asked = [...one.changes.map(({ since }) => since), ...until];
    if (asked.length > 0) instants.set(one.month, [...(instants.get(one.month) ?? []), ...asked]);
  }
  return [...instants].map(([month, of]) => ({
    kind: 'count-executions',
    month,
    instants: [...new Set(of)],
  }));
}
