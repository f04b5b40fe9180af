import { DAY_MS } from '../time/clock.ts';
import type { StopReason } from './entitlement.ts';
import type { PhaseKind } from './state.ts';
import type { PendingCause } from './view.ts';

/** How long the status history goes back. */
export const HISTORY_KEPT_MS = 90 * DAY_MS;

/** One line of the status history. */
export interface HistoryEntry {
  /** When it began, UTC ms. */
  at: number;
  phase: PhaseKind;
  cause: PendingCause | StopReason | null;
}

/** A line with how long it lasted. */
export interface HistorySpan extends HistoryEntry {
  /** UTC ms; null while it lasts. */
  endedAt: number | null;
}

/** What one moment counts as. */
export type Availability = 'up' | 'down' | 'not-counted';

/** Restarts and changes that someone asked for do not count, nor the set-up, nor a workspace that was stopped. */
export function availabilityOf({ phase, cause }: HistoryEntry): Availability {
  if (phase === 'online') return 'up';
  if (phase === 'offline' || (phase === 'pending' && cause === 'recover')) return 'down';
  return 'not-counted';
}

/**
 * @param entries oldest first; a clock that went back leaves a line that lasted no time.
 * @returns each with its end, newest first.
 */
export function historySpans(entries: readonly HistoryEntry[]): HistorySpan[] {
  return entries
    .map((entry, index) => {
      const next = entries[index + 1];
      return { ...entry, endedAt: next ? Math.max(entry.at, next.at) : null };
    })
    .reverse();
}

/**
 * The share of the counted time that the workspace was up.
 *
 * @returns 0 to 1; null when no time counted.
 */
export function uptime(entries: readonly HistoryEntry[], from: number, to: number): number | null {
  const total = { up: 0, down: 0, 'not-counted': 0 };
  for (const span of historySpans(entries)) {
    const began = Math.max(span.at, from);
    const ended = Math.min(span.endedAt ?? to, to);
    if (ended > began) total[availabilityOf(span)] += ended - began;
  }
  const counted = total.up + total.down;
  return counted === 0 ? null : total.up / counted;
}

/** Uptime of each UTC day, oldest first, for the last `days` days up to `now`. */
export function uptimeByDay(
  entries: readonly HistoryEntry[],
  days: number,
  now: number,
): Array<{ dayBeganAt: number; uptime: number | null }> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => {
    const dayBeganAt = today - (days - 1 - index) * DAY_MS;
    return { dayBeganAt, uptime: uptime(entries, dayBeganAt, Math.min(dayBeganAt + DAY_MS, now)) };
  });
}
