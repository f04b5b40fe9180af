import type { HistoryEntry } from '#app/domain/instance/history.ts';
import type { PhaseKind } from '#app/domain/instance/state.ts';

/** The phases that can follow each phase, whatever happens in between. */
const followers: Record<PhaseKind, readonly PhaseKind[]> = {
  pending: ['pending', 'online', 'offline', 'stopped'],
  online: ['pending', 'stopped'],
  offline: ['online', 'pending', 'stopped'],
  stopped: ['pending', 'stopped', 'backing-up'],
  'backing-up': ['removing', 'pending', 'stopped'],
  removing: ['deleted', 'backing-up'],
  deleted: ['pending'],
};

/** @returns each impossible pair of lines, oldest first. */
export function impossibleSteps(history: readonly HistoryEntry[]): string[] {
  return history.slice(1).flatMap((entry, index) => {
    const before = history[index];
    if (!before) return [];
    const isPossible = followers[before.phase].includes(entry.phase) && entry.at >= before.at;
    return isPossible ? [] : [`${before.phase} at ${before.at} -> ${entry.phase} at ${entry.at}`];
  });
}
